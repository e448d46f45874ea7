import { WAVE_FOUNDATION, WAVE_LAST } from '../waves.ts';
import type { GroupKind } from './cluster-scoped-kinds.ts';

/**
 * Kinds that the pods of a fleet can need before they start, and whose health waits for nothing of ours. Everything
 * else goes last, where nothing is waited for: a Certificate, a route or a Deployment may be unhealthy until the fleet
 * runs, and would hold it up for ever in an earlier wave (DESIGN D3, histories Y28).
 */
const FOUNDATION: Readonly<Record<string, readonly string[]>> = {
  '': [
    'ConfigMap',
    'LimitRange',
    'Namespace',
    'PersistentVolume',
    'ResourceQuota',
    'Secret',
    'ServiceAccount',
  ],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'bitnami.com': ['SealedSecret'],
  'external-secrets.io': ['ClusterSecretStore', 'ExternalSecret', 'SecretStore'],
  'networking.k8s.io': ['NetworkPolicy'],
  'node.k8s.io': ['RuntimeClass'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['StorageClass'],
};

/** The sync wave of an object that passes through: the first or the last, never one of its own choosing. */
export function passThroughWave({ group, kind }: GroupKind): number {
  const kinds = Object.hasOwn(FOUNDATION, group) ? FOUNDATION[group] : undefined;
  return kinds?.includes(kind) === true ? WAVE_FOUNDATION : WAVE_LAST;
}
