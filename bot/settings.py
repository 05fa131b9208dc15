"""Settings from the environment and ``.env``; each is documented in ``.env.example``."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal
from urllib.parse import unquote

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.brain import MILLISECONDS
from bot.logs import LogFormat
from bot.redaction import SECRETS

_PASSWORD: Final = re.compile(r"//[^/:@]*:([^@]+)@")


class SettingsError(Exception):
    """A setting is missing or wrong; the text is one sentence for whoever hosts the bot."""


class Settings(BaseSettings):
    """How this bot runs. Every field is read from ``WIZARD_`` plus its name in capitals."""

    model_config = SettingsConfigDict(env_prefix="WIZARD_", env_file=".env", extra="ignore")

    token: SecretStr | None = None
    database_url: str = "sqlite+aiosqlite:///wizard.db"
    pace: Annotated[float, Field(ge=0, le=60)] = 1.2
    """Seconds before an AI player moves."""
    edit_interval: Annotated[float, Field(ge=0, le=60)] = 1.0
    """Seconds between two edits of a public message."""
    ai_workers: Annotated[int, Field(ge=0, le=64)] = 1
    """Processes in which Archmages think; 0: a thread of the bot itself."""
    ai_ms: Annotated[int, Field(ge=10, le=1000)] = MILLISECONDS
    """Milliseconds an Archmage thinks about a decision, less where many do so at the same time."""
    min_humans: Annotated[int, Field(ge=1, le=6)] = 2
    """People a finished game needs to count in the standings, where a server has not chosen another number."""
    keep_removed_days: Annotated[int, Field(ge=0, le=3650)] = 30
    """Days after which everything about a server that removed the bot is deleted; 0: never."""
    app_emojis: bool = True
    """Whether the application gets our card art as its emoji."""
    pictures: bool = True
    """Whether hands, tables and scores are drawn; each server, table and person can still do without."""
    metrics_port: Annotated[int, Field(ge=1, le=65535)] | None = None
    """Where metrics and health can be asked for; None: nowhere."""
    metrics_address: str = "127.0.0.1"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: LogFormat = "text"


def read_settings() -> Settings:
    """Return the settings; raise `SettingsError` naming the first wrong one, never its value."""
    try:
        settings = Settings()
    except UnicodeDecodeError:
        raise SettingsError("The file .env is not text in UTF-8.") from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_context=False, include_url=False)[0]
        name = "WIZARD_" + str(first["loc"][0]).upper()
        raise SettingsError(f"{name} is wrong: {first['msg']} (see .env.example).") from None
    _hide_secrets(settings)
    return settings


def _hide_secrets(settings: Settings) -> None:
    """See to it that neither the token nor the database's password gets into a log."""
    if settings.token is not None:
        SECRETS.keep(settings.token.get_secret_value().strip())
    password = _PASSWORD.search(settings.database_url)
    if password is not None:
        SECRETS.keep(password[1])
        SECRETS.keep(unquote(password[1]))


def require_token(settings: Settings) -> str:
    """Return the bot's token; raise `SettingsError` when there is none."""
    token = settings.token.get_secret_value().strip() if settings.token else ""
    if not token:
        raise SettingsError("WIZARD_TOKEN is not set: put the bot's token into .env (see .env.example).")
    return token
