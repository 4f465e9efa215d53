"""`python -m gridwise` is the command `gridwise`."""

from gridwise.cli.main import main

if __name__ == "__main__":
    main()
