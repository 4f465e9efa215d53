"""`gridwise web`: the page in the browser, and the REST API beside it."""

from pathlib import Path
from typing import Annotated

from gridwise.cli.shared.asking import takes_options
from gridwise.core.question import Arg

_PORT = 8080


@takes_options()
def web(
    *,
    host: Annotated[
        str | None,
        Arg(
            "The address to listen on; by default 127.0.0.1. Any other needs a token.", metavar="H"
        ),
    ] = None,
    port: Annotated[
        int, Arg(f"The port; by default {_PORT}. 0 takes a free one.", metavar="P")
    ] = _PORT,
    no_browser: Annotated[bool, Arg("Open no browser.")] = False,
    token: Annotated[
        str | None,
        Arg("The secret that a browser has to send; made up where one is needed.", metavar="T"),
    ] = None,
    workers: Annotated[
        int | None,
        Arg(
            "Long tasks that run at a time; by default one less than there are processors.",
            least=1,
            metavar="N",
        ),
    ] = None,
    data: Annotated[Path | None, Arg("The folder of games and settings.", metavar="DIR")] = None,
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
