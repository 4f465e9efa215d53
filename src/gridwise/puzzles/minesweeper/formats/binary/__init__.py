"""Binary files of other Minesweeper programs: boards, and replays with the game as it was played.

A format is a module, named in `FORMATS` of `files` in the puzzle's package. It has `SUFFIXES`, the
endings of its files; `matches(data)`, whether bytes begin as such a file does; and
`read(data, source)`, which returns the `Recorded` game or raises `ParseError` with the offset of
the byte. No count of a header is believed: what a file claims is compared with its bytes first, and
reading takes time linear in them.
"""
