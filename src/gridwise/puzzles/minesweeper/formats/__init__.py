"""Files of other Minesweeper programs; a text format is a module, see `core.reading.Format`.

The binary ones are in `binary`, so that the reader of a text does not import them.
"""
