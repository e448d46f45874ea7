/** A kind of any version. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** Kinds without a namespace, by API group. Of groups that are not here nothing is known: the API server judges. */
const CLUSTER_SCOPED: Readonly<Record<string, readonly string[]>> = {
  '': ['Namespace', 'Node', 'PersistentVolume', 'ComponentStatus'],
  'admissionregistration.k8s.io': [
    'MutatingAdmissionPolicy',
    'MutatingAdmissionPolicyBinding',
    'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
    'ValidatingWebhookConfiguration',
  ],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'apiregistration.k8s.io': ['APIService'],
  'cert-manager.io': ['ClusterIssuer'],
  'certificates.k8s.io': ['CertificateSigningRequest', 'ClusterTrustBundle'],
  'external-secrets.io': ['ClusterExternalSecret', 'ClusterPushSecret', 'ClusterSecretStore'],
  'flowcontrol.apiserver.k8s.io': ['FlowSchema', 'PriorityLevelConfiguration'],
  'gateway.networking.k8s.io': ['GatewayClass'],
  'keda.sh': ['ClusterTriggerAuthentication'],
  'kyverno.io': ['ClusterPolicy'],
  'networking.k8s.io': ['IngressClass', 'IPAddress', 'ServiceCIDR'],
  'node.k8s.io': ['RuntimeClass'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding'],
  'resource.k8s.io': ['DeviceClass', 'ResourceSlice'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment', 'VolumeAttributesClass'],
};

/** True for a kind that is known to have no namespace. */
export function isClusterScoped({ group, kind }: GroupKind): boolean {
  return (Object.hasOwn(CLUSTER_SCOPED, group) ? (CLUSTER_SCOPED[group] ?? []) : []).includes(kind);
}
