"""Coroutines in tests. The driver of the browser keeps a loop in the thread of the tests."""

from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run(main: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run a coroutine function to its end, on a loop of a thread of its own."""
    import asyncio

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(main())).result()
