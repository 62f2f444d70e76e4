"""`parley key`: a key goes to a file under a passphrase and comes back on another machine; nothing is written over."""

from __future__ import annotations

import io
import stat
from pathlib import Path

import pytest

from core.fault import Fault
from net.identity.key_file import CHEAPEST
from net.storage.profile import Profile
from tui.cli import credentials
from tui.cli.credentials import STDIN, export_key, import_key, key


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a key file of the profile ann, and be on another machine."""
    secret = tmp_path / "secret"
    secret.write_text("correct horse\nnot this\n", encoding="utf-8")
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path / "one"))
    with pytest.raises(Fault, match="no key yet"):
        export_key(tmp_path / "ann.key", "ann", str(secret), CHEAPEST)
    Profile.open(tmp_path / "one", "ann").close()
    told = export_key(tmp_path / "ann.key", "ann", str(secret), CHEAPEST)
    assert str(tmp_path / "ann.key") in told
    assert "Anybody who has both can play as you" in told
    monkeypatch.setenv("PARLEY_HOME", str(tmp_path / "two"))
    return tmp_path


def test_a_key_comes_back_on_another_machine(kept: Path) -> None:
    assert stat.S_IMODE((kept / "ann.key").stat().st_mode) == 0o600
    assert "default is now" in import_key(kept / "ann.key", "default", str(kept / "secret"))
    with Profile.open(kept / "one", "ann") as before, Profile.open(kept / "two") as after:
        assert before.identity == after.identity
    before_all = (kept / "ann.key").read_bytes()
    with pytest.raises(Fault, match="not written over"):
        import_key(kept / "ann.key", "default", "nowhere")  # before anybody is asked for anything
    with pytest.raises(Fault, match="already: nothing was written"):
        export_key(kept / "ann.key", "default", "nowhere")
    assert (kept / "ann.key").read_bytes() == before_all


def test_a_passphrase_comes_by_standard_input_or_is_asked_for(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("wrong horse\ncorrect horse\n"))
    with pytest.raises(Fault, match="not the passphrase"):
        import_key(kept / "ann.key", "default", "")
    assert not (kept / "two" / "profiles").exists()
    assert key("import", str(kept / "ann.key"), passphrase_file=STDIN) == 0
    with pytest.raises(Fault, match="There is no passphrase"):
        import_key(kept / "ann.key", "other", "")

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    answers = iter(["correct horse", "correct hearse", "a long one", "a long one"])
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr(credentials, "getpass", lambda _: next(answers))
    with pytest.raises(Fault, match="differ"):
        export_key(kept / "again.key", "default", "", CHEAPEST)
    assert not (kept / "again.key").exists()
    export_key(kept / "again.key", "default", "", CHEAPEST)
    assert next(answers, None) is None


def test_what_cannot_be_done_is_one_sentence(kept: Path) -> None:
    with pytest.raises(Fault, match="export or import"):
        key("destroy", "file")
    with pytest.raises(Fault, match="cannot be read"):
        import_key(kept / "no.key", "default", "")
    with pytest.raises(Fault, match="cannot be read"):
        import_key(kept / "ann.key", "default", str(kept / "no"))
    import_key(kept / "ann.key", "default", str(kept / "secret"))
    with pytest.raises(Fault, match="cannot be written"):
        export_key(kept / "no" / "ann.key", "default", str(kept / "secret"), CHEAPEST)
    (kept / "torn.key").write_bytes((kept / "ann.key").read_bytes()[:-9])
    with pytest.raises(Fault, match="torn or changed"):
        import_key(kept / "torn.key", "other", str(kept / "secret"))
    (kept / "short").write_text("1234567\n", encoding="utf-8")
    with pytest.raises(Fault, match="at least 8"):
        export_key(kept / "short.key", "default", str(kept / "short"))
