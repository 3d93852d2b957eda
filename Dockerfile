ARG NODE=24-bookworm-slim

# Compiles the programs and the page, which are the same for every processor: only once for an image for several.
FROM --platform=$BUILDPLATFORM node:${NODE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# What a release contains, readable by everybody however strict the umask of the checkout was.
RUN npm pack --silent \
 && mkdir /app \
 && tar -xzf fileshare-*.tgz -C /app --strip-components=1 \
 && chmod -R go=rX /app

# The libraries for the processor of the image; compiles sqlite3.
FROM node:${NODE} AS libraries
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 make g++ \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY package.json package-lock.json ./
# The binaries that sqlite3 offers need a newer libc than this image has. Node is installed with its headers.
ENV npm_config_build_from_source=sqlite3 \
    npm_config_nodedir=/usr/local
RUN npm ci --omit=dev --no-audit --no-fund \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.*ts' \) -delete \
 && cd node_modules/sqlite3 \
 && mv build/Release/node_sqlite3.node . \
 && rm -rf build deps src \
 && mkdir -p build/Release \
 && mv node_sqlite3.node build/Release/

FROM node:${NODE}
# Files, digests and the database share these threads; an image with Node 20 reads the number before any program can set it.
ENV NODE_ENV=production \
    UV_THREADPOOL_SIZE=16 \
    FILESHARE_DATA_DIR=/data
# Root owns the program: whoever takes the server over cannot change it.
WORKDIR /app
COPY --from=build /app ./
COPY --from=libraries /src/node_modules node_modules
RUN ln -s /app/bin/fileshare.js /usr/local/bin/fileshare \
 && install -d -m 700 -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s CMD ["node", "-e", \
  "fetch(`http://127.0.0.1:${/^\\d+$/.exec(process.env.FILESHARE_PORT) ?? 3000}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The server takes the umask 077 and the signals itself: no shell stands in between.
ENTRYPOINT ["node", "/app/bin/fileshare.js"]
CMD ["serve"]
