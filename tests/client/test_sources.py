"""PySide keeps the source of no module that is imported once the window is about to open."""

from __future__ import annotations

import linecache
import sys

from client.system.sources import leave_unread


def read_on_import() -> bool:
    """Whether an import reads the source of the imported module."""
    feature = sys.modules["shibokensupport.feature"]
    kept = sys.modules.pop("colorsys", None)
    feature.pyside_feature_dict.pop("colorsys", None)
    import colorsys

    file = colorsys.__file__
    if kept is not None:
        sys.modules["colorsys"] = kept
    return file in linecache.cache


def test_no_source_of_an_imported_module_is_kept(monkeypatch, styled) -> None:
    feature = sys.modules["shibokensupport.feature"]
    monkeypatch.setattr(feature, "_mod_uses_pyside", feature._mod_uses_pyside)
    linecache.clearcache()
    assert read_on_import(), "nothing needs to be done any more"
    leave_unread()
    assert not linecache.cache
    assert not read_on_import()
