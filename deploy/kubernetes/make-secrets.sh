#!/bin/sh
# Prints all secrets of the app, made anew: sh make-secrets.sh > secrets.env, once. Then put the address of your Postgres there. Keep
# secrets.env out of git, and a copy of it apart from backups: the next start needs the same ones.
set -eu
cat <<END
DATABASE_URL=postgresql://tillstream:password@postgres.example.com:5432/tillstream?sslmode=verify-full
JWT_SECRET=$(openssl rand -hex 32)
SECRETS_KEY=$(openssl rand -hex 32)
PERSONAL_DATA_KEY=$(openssl rand -base64 32)
AUDIT_SIGNING_KEY=$(openssl rand -base64 32)
PLATFORM_API_KEY=$(openssl rand -hex 24)
METRICS_TOKEN=$(openssl rand -hex 24)
END
