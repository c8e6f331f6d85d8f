"""A package links only to places where something is published."""

import deb
import project
import pytest
import screenshots


@pytest.mark.parametrize("named", [None, "", "https://games.example/alarife/"])
def test_only_a_release_that_is_published_somewhere_has_links(named, monkeypatch):
    monkeypatch.delenv("SITE", raising=False)
    if named is not None:
        monkeypatch.setenv("SITE", named)
    links = deb.published()
    if not named:
        assert links == ""
        assert project.maintainer().endswith("@alarife.example>")
    else:
        assert links.startswith('  <url type="homepage">https://games.example/alarife</url>\n')
        assert [
            name for name in screenshots.CAPTIONS if f">https://games.example/alarife/screenshots/{name}.png<" in links
        ] == [*screenshots.CAPTIONS]
        assert project.maintainer().endswith("@games.example>")
