"""The one encoder: texts in, unit vectors out, on the CPU, with nothing to download."""

from memscribe.encoder.files import EncoderManifest, default_model_folder, verify
from memscribe.encoder.session import OnnxEncoder

__all__ = ["EncoderManifest", "OnnxEncoder", "default_model_folder", "verify"]
