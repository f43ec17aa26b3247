"""The model folder: where it is, what it must hold, whether it is whole."""

import hashlib
from importlib import resources
from pathlib import Path

from pydantic import ValidationError

from memscribe.core.base import Model
from memscribe.core.errors import ModelFilesError

DEFAULT_MODEL = "memscribe-encoder-1.1.0"
REMEDY = "reinstall memscribe, or fetch the folder again from the release it came with"


class ModelFile(Model):
    """Size in bytes and SHA-256 in hex of one file."""

    bytes: int
    sha256: str


class EncoderManifest(Model):
    """What ``encoder.json`` says about the model beside it.

    Args:
        name: Of the model, without version.
        version: Semantic version of the weights.
        id: Name, version and the first 12 hex digits of the SHA-256 of model.onnx.
        dimensions: Length of a vector.
        max_tokens: The longest sequence the model takes, special tokens included.
        window_overlap: Tokens that neighbouring windows of a longer text share.
        pieces: Size of the vocabulary.
        query_prefix: Goes before a text that searches.
        passage_prefix: Goes before a text that is searched.
        inputs: Names of the graph's inputs.
        output: Name of the graph's output, float32[batch, tokens, dimensions].
        files: Every other file that the encoder needs.
    """

    name: str
    version: str
    id: str
    dimensions: int
    max_tokens: int
    window_overlap: int
    pieces: int
    query_prefix: str
    passage_prefix: str
    inputs: tuple[str, ...]
    output: str
    files: dict[str, ModelFile]


def default_model_folder() -> Path:
    """Find the shipped model: inside the installed package, else in the source tree.

    Returns:
        The folder of the model that belongs to this version of memscribe.

    Raises:
        ModelFilesError: It is in neither place.
    """
    package = Path(str(resources.files("memscribe")))
    places = (package / "_models" / DEFAULT_MODEL, package.parents[1] / "models" / DEFAULT_MODEL)
    for place in places:
        if (place / "encoder.json").is_file():
            return place
    looked = " and ".join(map(str, places))
    raise ModelFilesError(f"Expected the model folder {DEFAULT_MODEL}, found none at {looked}: {REMEDY}.")


def read_manifest(folder: Path) -> EncoderManifest:
    """Read ``encoder.json`` and compare the sizes of the files it names, which costs well under a millisecond.

    Args:
        folder: The model folder.

    Returns:
        The manifest.

    Raises:
        ModelFilesError: The manifest or a file is missing, or a file has another size.
    """
    path = folder / "encoder.json"
    try:
        manifest = EncoderManifest.model_validate_json(path.read_bytes())
    except OSError as error:
        raise ModelFilesError(
            f"Expected a model at {folder}, but {path} cannot be read ({error}): {REMEDY}."
        ) from error
    except ValidationError as error:
        raise ModelFilesError(f"Expected a manifest of an encoder in {path}, found {error}: {REMEDY}.") from error
    for name, expected in manifest.files.items():
        try:
            size = (folder / name).stat().st_size
        except OSError as error:
            raise ModelFilesError(f"Expected {folder / name}, which cannot be read ({error}): {REMEDY}.") from error
        if size != expected.bytes:
            raise ModelFilesError(
                f"Expected {expected.bytes:,} bytes in {folder / name}, found {size:,}: the file is damaged or of "
                f"another version; {REMEDY}."
            )
    return manifest


def verify(folder: Path) -> EncoderManifest:
    """Hash every file of a model folder, about 0.2 seconds for the shipped one.

    Args:
        folder: The model folder.

    Returns:
        The manifest that the files agree with.

    Raises:
        ModelFilesError: A file is missing or differs from what the manifest says.
    """
    manifest = read_manifest(folder)
    for name, expected in manifest.files.items():
        with (folder / name).open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != expected.sha256:
            raise ModelFilesError(
                f"Expected SHA-256 {expected.sha256} of {folder / name}, found {found}: the file is damaged or was "
                f"changed; {REMEDY}."
            )
    return manifest
