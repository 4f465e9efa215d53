"""`gridwise web`: the page in the browser, and the REST API beside it."""

from pathlib import Path
from typing import Annotated

from gridwise.cli.shared import params as _params

_PORT = 8080


def web(
    *,
    host: Annotated[
        str | None,
        _params.valued(
            "--host", "H", "Where to listen; 127.0.0.1 without. Another one needs a token."
        ),
    ] = None,
    port: Annotated[
        int, _params.valued("--port", "P", f"{_PORT} without; 0 takes a free one.", _params.natural)
    ] = _PORT,
    no_browser: Annotated[bool, _params.flag("--no-browser", "Open no browser.")] = False,
    token: Annotated[
        str | None,
        _params.valued("--token", "T", "What a browser has to show; made where one is needed."),
    ] = None,
    workers: Annotated[
        int | None,
        _params.valued(
            "--workers", "N", "Tasks at a time; one less than there are processors.", _params.whole
        ),
    ] = None,
    data: Annotated[
        Path | None,
        _params.valued("--data", "DIR", "Where games and settings are kept.", _params.file_name),
    ] = None,
) -> int:
    """Open the page: play, solve, watch and learn, in the browser on this machine."""
    import threading
    import webbrowser

    from gridwise.documents.extras import needed
    from gridwise.web.server.context import configured

    for library in ("uvicorn", "fastapi"):
        needed(library, extra="web", purpose="the page")
    from gridwise.web.server.serve import listening, serve

    config = configured(host=host, port=port, token=token, workers=workers, folder=data)
    with listening(config.host, config.port) as taken:
        config = config.at(taken.getsockname()[1])

        def ready() -> None:
            print(f"Gridwise: {config.login}", flush=True)
            if not no_browser:
                threading.Thread(target=webbrowser.open, args=(config.login,), daemon=True).start()

        serve(config, taken, ready)
    return 0
