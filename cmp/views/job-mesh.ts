import type { Hook } from '../../fleet/hook-permissions.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';

type Mesh = ResolvedPlatform['mesh']['mode'];
type Texts = Readonly<Record<string, string>>;

/** A Job that a proxy is added to may never end (bug row B5), so whatever needs no mesh stays out of all of them. */
const OUT: { readonly labels: Texts; readonly annotations: Texts } = {
  labels: { 'kuma.io/sidecar-injection': 'disabled', 'sidecar.istio.io/inject': 'false' },
  annotations: { 'linkerd.io/inject': 'disabled' },
};

/**
 * The rollout must reach `/state`, where only named principals may: with sidecars it has one of its own, as an init
 * container that ends with the Job, or else is told to quit by the program. In ambient mode a pod has no proxy.
 */
const SIDECAR: { readonly labels: Texts; readonly annotations: Texts } = {
  labels: { 'sidecar.istio.io/inject': 'true' },
  annotations: {
    'proxy.istio.io/config': '{"holdApplicationUntilProxyStarts":true}',
    'sidecar.istio.io/nativeSidecar': 'true',
  },
};

const NOTHING: typeof OUT = { labels: {}, annotations: {} };

export function meshLabels(hook: Hook, mesh: Mesh): Texts {
  return meshOf(hook, mesh).labels;
}

export function meshAnnotations(hook: Hook, mesh: Mesh): Texts {
  return meshOf(hook, mesh).annotations;
}

/** The gate speaks to the API server alone. */
function meshOf(hook: Hook, mesh: Mesh): typeof OUT {
  if (hook === 'gate' || mesh === 'none') return OUT;
  return mesh === 'sidecar' ? SIDECAR : NOTHING;
}
