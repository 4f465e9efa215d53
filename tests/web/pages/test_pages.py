"""The pages around the board in three languages: all render, speak one language, remember."""

import re
from typing import TYPE_CHECKING, Any

from every import every
from gridwise.core import registry
from gridwise.render.catalogue import LANGUAGES, catalogue
from samples import THOROUGH
from web.pages._user import tagged, texts, title

if TYPE_CHECKING:
    from nicegui.testing import User

AROUND = (
    "/",
    "/help",
    "/about",
    "/encoding",
    "/settings",
    "/statistics",
    "/replay",
    "/compare",
    "/batch",
)


@every("language", LANGUAGES)
def test_every_page_renders_and_speaks_one_language(visit: Any, language: str) -> None:
    visit.kept["language"] = language
    words = catalogue(language)
    titles = set()
    paths = (*AROUND, *(f"/help/{kind}" for kind in sorted(registry.puzzles())))
    if not THOROUGH:  # each page in one of the languages
        paths = paths[list(LANGUAGES).index(language) :: len(LANGUAGES)]

    async def look(user: "User") -> None:
        for path in paths:
            await user.open(path)
            headings = tagged(user, "h1")
            assert len(headings) == 1, path
            for tag in ("main", "header", "footer", "nav"):
                assert tagged(user, tag), (path, tag)
            assert len(tagged(user, "main")) == 1
            ids = registry.methods()  # what one types stands beside the name
            english = [t for t in texts(user) if words.get(t, t) != t and t not in ids]
            assert not english, (path, english)
            titles.add(title(user))

    visit(look)
    assert len(titles) == len(paths)
    assert all(one.endswith(" · Gridwise") for one in titles)


def test_a_language_takes_effect_at_once_and_is_remembered(visit: Any) -> None:
    async def switch(user: "User") -> None:
        await user.open("/settings")
        before = title(user)
        user.find(marker="language").trigger("change", "vi")
        assert visit.kept["language"] == "vi"
        assert title(user) != before
        assert catalogue("vi")["Settings"] in texts(user)
        assert "Settings" not in texts(user)
        await user.open("/about")
        assert catalogue("vi")["Settings"] in texts(user)

    visit(switch)


def test_the_served_page_says_its_language_and_look_before_it_is_painted(visit: Any) -> None:
    visit.kept.update(language="zh-Hant", skin="night", motion="less")

    async def look(user: "User") -> None:
        served = (await user.http_client.get("/")).text
        head = served.partition("</head>")[0]
        assert '"lang": "zh-Hant"' in head
        assert '"data-skin": "night"' in head
        assert '"data-motion": "less"' in head
        assert re.search(r'<html lang="zh-TW"', served)
        assert "lang/zh-TW.umd.prod.js" in served

    visit(look)


def test_a_look_is_remembered_and_nonsense_is_not_taken(visit: Any) -> None:
    async def choose(user: "User") -> None:
        await user.open("/")
        user.find(marker="skin").trigger("change", "forest")
        assert visit.kept["skin"] == "forest"
        user.find(marker="skin").trigger("change", "</script><script>")
        assert visit.kept["skin"] == "forest"
        await user.open("/")
        (skin,) = user.find(marker="skin").elements
        assert skin.props["value"] == "forest"

    visit(choose)


def test_the_link_of_the_page_is_marked_and_follows_it(visit: Any) -> None:
    def current(user: "User") -> list[str]:
        return [e.props["href"] for e in tagged(user, "a") if e.props.get("aria-current") == "page"]

    async def walk(user: "User") -> None:
        await user.open("/compare")
        assert current(user) == ["/compare"]
        assert user.client is not None
        with user.client:
            await user.client.sub_pages_router._handle_open("/help/sudoku")
        assert current(user) == ["/help"]
        assert title(user) == "Help: Sudoku · Gridwise"

    visit(walk)


def test_the_menu_says_whether_it_is_open(visit: Any) -> None:
    async def press(user: "User") -> None:
        await user.open("/")
        (opener,) = user.find(marker="menu").elements
        said = []
        for _ in range(2):
            user.find(marker="menu").click()
            said.append(opener.props["aria-expanded"])
        assert said == ["true", "false"]

    visit(press)
