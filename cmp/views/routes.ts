import type { JsonObject } from '../../documents/json.ts';
import { commonView, type AppContext } from './app-context.ts';

/** What ingress-nginx needs to ride over one restarting pod; other controllers ignore it. facts/operators.md A3. */
const NGINX_RETRIES = {
  'nginx.ingress.kubernetes.io/proxy-next-upstream': 'error timeout http_503',
  'nginx.ingress.kubernetes.io/proxy-next-upstream-tries': '3',
};
/** Seconds between two bytes of a quiet WebSocket. */
const NGINX_WEBSOCKETS = {
  'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
  'nginx.ingress.kubernetes.io/proxy-send-timeout': '3600',
};

export function httpRouteView(context: AppContext): JsonObject {
  const { gateway, httpRouteRetries } = context.platform.ingress;
  return {
    ...routeView(context),
    gateway: { name: gateway.name, namespace: gateway.namespace, sectionName: gateway.sectionName ?? null },
    retries: httpRouteRetries,
  };
}

export function ingressView(context: AppContext): JsonObject {
  const { annotations, clusterIssuer, ingressClass } = context.platform.ingress;
  return {
    ...routeView(context),
    ingressClass: ingressClass ?? null,
    tls: clusterIssuer !== undefined,
    annotations: {
      ...NGINX_RETRIES,
      ...(context.app.spec.websockets && NGINX_WEBSOCKETS),
      ...(clusterIssuer !== undefined && { 'cert-manager.io/cluster-issuer': clusterIssuer }),
      ...annotations,
    },
  };
}

export function virtualServiceView(context: AppContext): JsonObject {
  const { names, namespace, app, platform } = context;
  return {
    ...routeView(context),
    gateways: platform.ingress.istioGateways,
    publicHost: `${names.publicService}.${namespace}.svc.${app.spec.clusterDomain}`,
  };
}

function routeView(context: AppContext): JsonObject {
  const { hostnames, websockets } = context.app.spec;
  return { ...commonView(context), hostnames: [...(hostnames ?? [])].sort(), websockets };
}
