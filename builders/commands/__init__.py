"""One command a module: its docstring's first line is the help, ``add_arguments(parser)`` its options, ``run(args) -> int`` its work.

``python -m builders`` finds the modules of this package by itself: a new command is a new file.
"""
