# docker build -t wizard-bot .    (compose.yaml does so; a digest instead of the tag pins the base, too)
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
WORKDIR /src
COPY .ci/requirements.txt .ci/
RUN python -m venv /opt/wizard \
    && /opt/wizard/bin/pip install --no-cache-dir --only-binary :all: --require-hashes -r .ci/requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY bot bot
# What installs is not what runs: neither stays.
RUN /opt/wizard/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
    && /opt/wizard/bin/pip check \
    && /opt/wizard/bin/pip uninstall --yes setuptools pip

FROM ${BASE}
# For names in scripts that the bot brings no font for: 18 MB.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fonts-droid-fallback fonts-noto-color-emoji \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin wizard \
    && install --directory --owner wizard --mode 0700 /data
COPY --from=build /opt/wizard /opt/wizard
ENV PATH=/opt/wizard/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    WIZARD_DATABASE_URL=sqlite+aiosqlite:////data/wizard.db \
    WIZARD_METRICS_PORT=9464
USER wizard
WORKDIR /data
VOLUME /data
# Nothing but /data and /tmp is written to. The bot ends by itself on SIGTERM and reaps its own processes: no init.
STOPSIGNAL SIGTERM
# Asks on the loopback of the container, where nobody else can.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["wizard-bot", "health"]
ENTRYPOINT ["wizard-bot"]
CMD ["run"]
