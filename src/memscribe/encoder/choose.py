"""The embedder that the settings name."""

from typing import assert_never

from memscribe.config import EncoderSettings
from memscribe.core.errors import ConfigError
from memscribe.core.ports import Embedder


def make_embedder(settings: EncoderSettings) -> Embedder | None:
    """Load the configured embedder.

    Args:
        settings: Which one, and how to reach it.

    Returns:
        The embedder, or None where search is to be lexical.

    Raises:
        ConfigError: The endpoint or its model is not named.
        ModelFilesError: The built-in encoder's files are missing or damaged.
    """
    match settings.kind:
        case "none":
            return None
        case "builtin":
            from memscribe.encoder.session import default_model_folder, shared_encoder

            return shared_encoder(default_model_folder(), settings.threads)
        case "openai":
            from memscribe.encoder.openai_compatible import OpenAiCompatibleEmbedder

            if not settings.base_url or not settings.model:
                raise ConfigError(
                    "encoder.kind is openai, which needs encoder.base_url and encoder.model: set "
                    "MEMSCRIBE_ENCODER_BASE_URL and MEMSCRIBE_ENCODER_MODEL"
                )
            key = settings.api_key.get_secret_value() if settings.api_key else None
            return OpenAiCompatibleEmbedder(
                settings.base_url, model=settings.model, api_key=key, timeout_s=settings.timeout_s
            )
        case _:
            assert_never(settings.kind)
