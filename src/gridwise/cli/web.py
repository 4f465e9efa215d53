"""`gridwise web`: the page in the browser, and the REST API beside it."""

from pathlib import Path
from typing import Annotated

from gridwise.cli.shared.options import file_name, flag, natural, valued, whole

_PORT = 8080


def web(
    *,
    host: Annotated[
        str | None,
        valued(
            "--host",
            "H",
            "The address to listen on; by default 127.0.0.1. Any other needs a token.",
        ),
    ] = None,
    port: Annotated[
        int, valued("--port", "P", f"The port; by default {_PORT}. 0 takes a free one.", natural)
    ] = _PORT,
    no_browser: Annotated[bool, flag("--no-browser", "Open no browser.")] = False,
    token: Annotated[
        str | None,
        valued(
            "--token", "T", "The secret that a browser has to send; made up where one is needed."
        ),
    ] = None,
    workers: Annotated[
        int | None,
        valued(
            "--workers",
            "N",
            "Long tasks that run at a time; by default one less than there are processors.",
            whole,
        ),
    ] = None,
    data: Annotated[
        Path | None,
        valued("--data", "DIR", "The folder of games and settings.", file_name),
    ] = None,
) -> int:
    """Open the page: play, solve, watch and learn, in the browser on this machine."""
    import threading
    import webbrowser

    from gridwise.render.extras import needed
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
