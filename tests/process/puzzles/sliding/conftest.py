from puzzles.sliding.tables import own_folder, tables_folder

__all__ = ["own_folder", "tables_folder"]
