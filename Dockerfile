# One image for every service: `ornament <program>` runs a program, and `ornament` alone lists the programs.
# docs/operations.md explains its use. It contains only the built programs, the web and the services' packages,
# all of them owned by root.
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-slim AS manifests
WORKDIR /ornament
COPY .npmrc package.json package-lock.json ./
COPY contracts/package.json contracts/
COPY embedded/package.json embedded/
COPY platform/package.json platform/
COPY services/command-api/package.json services/command-api/
COPY services/gateway/package.json services/gateway/
COPY services/projector/package.json services/projector/
COPY services/query-api/package.json services/query-api/
COPY testing/package.json testing/
COPY testing/attack/package.json testing/attack/
COPY testing/bench/package.json testing/bench/
COPY testing/e2e/package.json testing/e2e/
COPY tools/package.json tools/
COPY web/package.json web/

FROM manifests AS packages
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --workspace services/command-api --workspace services/query-api \
        --workspace services/projector --workspace services/gateway \
    # The product's folders are bundled into its programs.
    && rm -r node_modules/@ornament node_modules/.package-lock.json \
    && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete

FROM manifests AS programs
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev
COPY . .
ARG ORNAMENT_COMMIT=
RUN ORNAMENT_COMMIT=${ORNAMENT_COMMIT} node scripts/build.mjs --image /image

FROM node:${NODE_VERSION}-slim
LABEL org.opencontainers.image.title="Ornament" \
      org.opencontainers.image.description="The services of the holiday ornament: command-api, query-api, projector, gateway and an embedded player" \
      org.opencontainers.image.version="1.2.0-dev" \
      org.opencontainers.image.licenses="UNLICENSED"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_PORT=9464 WEB_ROOT=/ornament/web
WORKDIR /ornament
COPY --from=packages /ornament/node_modules node_modules
COPY --from=programs /image ./
# A new volume takes the owner of its folder.
RUN ln -s /ornament/dist/ornament.js /usr/local/bin/ornament && install -d -o node -g node -m 700 /audit /backup
USER node
EXPOSE 8080 9464
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s --start-interval=1s --retries=3 CMD ["ornament", "health"]
ENTRYPOINT ["ornament"]
