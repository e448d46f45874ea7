/** A variable that a user adds to the pod (`spec.podTemplate.env`): text, or a key of a Secret or ConfigMap. */
export interface UserVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: KeyReference; readonly configMapKeyRef?: KeyReference };
}

export interface KeyReference {
  readonly name: string;
  readonly key: string;
  readonly optional?: boolean;
}

/** Compared without case. T10. */
export const RESERVED_PREFIXES = [
  'CELLD_',
  'AWS_',
  'AZURE_',
  'GOOGLE_',
  'S3_',
  'OTEL_',
  'LD_',
  'MALLOC',
  'RUST_',
  'SSL_',
  'KUBERNETES_',
  'POD_',
] as const;
export const RESERVED_SUFFIXES = ['_PROXY'] as const;
export const RESERVED_NAMES = ['HOME', 'TMPDIR', 'PATH'] as const;

/** True for a name that a user may not set: it could redirect, read or break the runtime. T10. */
export function isReservedVariableName(name: string): boolean {
  const upper = name.toUpperCase();
  return (
    RESERVED_NAMES.some((reserved) => upper === reserved) ||
    RESERVED_PREFIXES.some((prefix) => upper.startsWith(prefix)) ||
    RESERVED_SUFFIXES.some((suffix) => upper.endsWith(suffix))
  );
}
