"""memscribe train: make the model of a writer. Needs torch and the extra `train`."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from memscribe.cli.output import err, out, visible
from memscribe.core.errors import ConfigError, InputError, MemscribeError

if TYPE_CHECKING:
    from pydantic import ValidationError

    from memscribe.train.writer.run import TrainConfig

app = typer.Typer(no_args_is_help=True, help="Train the model of a writer. Needs torch and the extra `train`.")

STAGES = ("all", "train", "heads", "decide")
_PACKAGES = ("torch", "transformers", "onnx", "matplotlib", "tqdm")
_VERSION = re.compile(r"\d+\.\d+\.\d+")

# the file that must be there, by key: inside the folder that the key names, or the named file itself
_READ: Mapping[str, str] = {"corpus": "split.json", "encoder": "tokenizer.json", "wheel": ""}
_INPUTS: Mapping[str, Sequence[str]] = {
    "all": ("corpus", "extra", "encoder", "wheel"),
    "train": ("corpus", "extra", "encoder", "wheel"),
    "heads": ("corpus", "extra", "encoder", "wheel"),
    "decide": ("corpus", "encoder"),
}
_RATES = ("encoder_rate", "head_rate", "finish_rate")
_LEAST = {
    "epochs": 1, "tokens": 1, "threads": 1, "finish_epochs": 1, "finish_tokens": 1, "words_least": 1,
    "patience": 0, "strangers": 0,
}  # fmt: skip

ConfigFile = Annotated[
    Path, typer.Option("--config", metavar="FILE", help="The run, in TOML; paths in it are relative to it")
]
Out = Annotated[Path, typer.Option("--out", metavar="FOLDER", help="The model's folder; made if missing")]
ModelVersion = Annotated[str, typer.Option("--version", metavar="X.Y.Z", help="Of the weights")]
Stage = Annotated[
    str, typer.Option("--stage", metavar="STAGE", help=f"Only this part of the work: {', '.join(STAGES)}")
]


class TrainingPackagesError(MemscribeError):
    """Training needs packages that are not installed."""

    code: ClassVar[str] = "training_packages_missing"


@app.callback()
def train() -> None:
    """Train the model of a writer. Needs torch and the extra `train`."""


@app.command()
def writer(*, config: ConfigFile, to: Out, version: ModelVersion = "1.0.0", stage: Stage = "all") -> None:
    """Train the write model and write its folder: encoder, heads, thresholds.

    Takes more than an hour on two cores. Interrupted in the first stage, it goes on from the last whole epoch when
    it is run again; what is trained already is not trained again.
    """
    if stage not in STAGES:
        raise InputError(f"--stage: expected one of {', '.join(STAGES)}, got {stage!r}")
    if not _VERSION.fullmatch(version):
        raise InputError(f"--version: expected three numbers such as 1.0.0, got {version!r}")
    _check_inputs(config, read_toml(config), stage)
    require_packages()
    run = read_run(config)
    _run(run, to, version, stage)


def require_packages() -> None:
    """Find the packages that training imports.

    Raises:
        TrainingPackagesError: Some are missing; the message says how to install them.
    """
    missing = [name for name in _PACKAGES if find_spec(name) is None]
    if missing:
        raise TrainingPackagesError(
            f"training needs {', '.join(_PACKAGES)}, and there is no {', '.join(missing)} here: first "
            "`pip install torch==2.13.0` by itself, then `pip install 'memscribe[train]'`"
        )


def read_toml(path: Path) -> dict[str, Any]:
    """Read a configuration as it stands.

    Raises:
        ConfigError: There is no such file, or it is not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"--config {path}: expected a file that can be read, got: {error.strerror}") from error
    except ValueError as error:
        raise ConfigError(f"--config {path}: expected TOML, got: {error}") from error


def _check_inputs(path: Path, raw: Mapping[str, Any], stage: str) -> None:
    """Check what needs no torch: that paths are texts, and that the files which the stage reads are there."""
    base = path.resolve().parent
    for key in ("corpus", "encoder", "wheel", "out"):
        if key not in raw:
            raise ConfigError(f"{path}: {key}: expected a path, got no such key")
        if not isinstance(raw[key], str):
            raise ConfigError(f"{path}: {key}: expected a path, got {raw[key]!r}")
    for key in ("extra", "without", "heads"):
        _check_texts(path, key, raw.get(key, []))
    for key in _INPUTS[stage]:
        named = raw.get("extra", []) if key == "extra" else [raw[key]]
        for one in named:
            wanted = base / one / _READ.get(key, "")
            if not wanted.is_file():
                raise ConfigError(f"{path}: {key}: expected the file {wanted}, found none; see the how-to for it")
    for stem in raw.get("without", []):
        if not (base / raw["corpus"] / f"{stem}.jsonl").is_file():
            raise ConfigError(f"{path}: without: expected names of corpus files without .jsonl, got {stem!r}")


def _check_texts(path: Path, key: str, value: object) -> None:
    # pydantic would say it too, but the reader joins paths first
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):  # pyright: ignore[reportUnknownVariableType]
        raise ConfigError(f"{path}: {key}: expected a list of texts, got {value!r}")


def read_run(path: Path) -> "TrainConfig":
    """Read a configuration whose paths are checked; needs the packages.

    Raises:
        ConfigError: A key is unknown, missing or of the wrong type; the message names it.
    """
    from pydantic import ValidationError

    from memscribe.train.writer.losses import WEIGHTS
    from memscribe.train.writer.run import TrainConfig, read_config

    try:
        run = read_config(path)
    except ValidationError as error:
        raise ConfigError(f"{path}: {_told(error, tuple(TrainConfig.model_fields))}") from error
    unknown = [name for name in run.heads if name not in WEIGHTS]
    if unknown or not run.heads:
        raise ConfigError(f"{path}: heads: expected some of {', '.join(WEIGHTS)}, got {list(run.heads)}")
    for key, value in read_toml(path).items():
        # what is left are numbers, and pydantic would take true for 1
        if isinstance(value, bool | str) and key not in {"corpus", "encoder", "wheel", "out"}:
            raise ConfigError(f"{path}: {key}: expected a number, got {value!r}")
    for key, least in _LEAST.items():
        if getattr(run, key) < least:
            raise ConfigError(f"{path}: {key}: expected at least {least}, got {getattr(run, key)}")
    for key in _RATES:
        if not 0 < getattr(run, key) < 1:
            raise ConfigError(f"{path}: {key}: expected a rate between 0 and 1, got {getattr(run, key)}")
    return run


def _told(error: "ValidationError", keys: Sequence[str]) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    if first["type"] == "extra_forbidden":
        return f"{where}: unknown key; expected some of {', '.join(keys)}"
    return f"{where}: {first['msg']}, got {first['input']!r}"


def _run(config: "TrainConfig", folder: Path, version: str, stage: str) -> None:
    from memscribe.train.encoder_source import check_wheel
    from memscribe.train.writer import pipeline
    from memscribe.train.writer.curves import draw

    release = pipeline.Release(folder, version)
    _check_folder(folder)
    for needed, maker in {
        "heads": [(config.out / "best.pt", "train")],
        "decide": [(folder / "writer.json", "heads")],
    }.get(stage, ()):
        if not needed.is_file():
            raise InputError(f"--stage {stage}: expected {needed}, found none: run --stage {maker} first")
    if "wheel" in _INPUTS[stage]:
        check_wheel(config.wheel)
    match stage:
        case "train":
            if not (config.out / "trained").exists():
                pipeline.train(config)
                (config.out / "trained").touch()
        case "heads":
            pipeline.finish_heads(config, release)
        case "decide":
            pipeline.decide(config, release)
        case _:
            pipeline.build(config, release)
    if stage in {"train", "heads"}:
        draw(config.out)
    _tell(folder if stage != "train" else config.out)


def _check_folder(folder: Path) -> None:
    """Refuse to write beside a model of another kind, such as the encoder that training starts from."""
    if (folder / "encoder.json").exists():
        raise InputError(f"--out {folder}: expected a new folder or one of a write model, got one of an encoder")


def _tell(folder: Path) -> None:
    console = out()
    for path in sorted(folder.iterdir()):
        console.print(f"{path.stat().st_size / 1e6:8.2f} MB  {visible(path.name)}")
    err().print(f"written to {visible(str(folder))}")
