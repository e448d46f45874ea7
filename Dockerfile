# Compiled code belongs to the very Node binary that compiled it, so both stages start from one image.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/build.ts /out

FROM ${NODE_IMAGE}
COPY --from=build /out /opt/celld-gitops
COPY --from=build /build/LICENSE /opt/celld-gitops/LICENSE
USER 999:999
WORKDIR /tmp
ENV HOME=/tmp
ENTRYPOINT ["/usr/local/bin/node", "/opt/celld-gitops/celld-gitops.cjs"]
CMD ["help"]
