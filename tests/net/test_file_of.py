"""A saved game is found by its table, whatever its file is called by now."""

from pathlib import Path
from shutil import copyfile

from net.gamefile import file_of, load

FAIR = Path(__file__).parent.parent / "ages" / "455729d" / "games" / "two-big-boss" / "0.alarife"


def test_a_renamed_file_is_found_by_its_table(tmp_path):
    table = load(FAIR).charter.charter.table
    assert file_of(table, tmp_path) is None
    (tmp_path / "a letter.alarife").write_text("Dear Ben")
    (tmp_path / "a folder.alarife").mkdir()
    copyfile(FAIR, tmp_path / "our long evening.alarife")
    assert file_of(table, tmp_path) == tmp_path / "our long evening.alarife"
    assert file_of(bytes(16), tmp_path) is None
    assert file_of(table, tmp_path / "nowhere") is None
