# One image for every service; docker-compose.yml names the program each container runs.
FROM node:22-slim AS build
WORKDIR /ornament
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:22-slim
WORKDIR /ornament
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=build --chown=node:node /ornament ./
USER node
CMD ["node", "dist/gateway.js"]
