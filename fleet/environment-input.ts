import type { UserVariable } from './user-environment.ts';
import type { CelldVersion } from './version.ts';

/** How acknowledged writes are kept: in the bucket, or by a quorum of the fleet's disks first. */
export type Durability = 'bucket' | 'fleet';

/** The parts of a resolved WorkerApp's spec that the environment depends on. */
export interface EnvironmentSpec {
  readonly bucket: {
    readonly name: string;
    readonly endpoint?: string;
    readonly region?: string;
    readonly storageAccount?: string;
    readonly credentialsFrom?: { readonly secretRef?: string };
  };
  readonly resources: { readonly memoryGi: number; readonly maxResidentCells: number };
  readonly durability: Durability;
  readonly trustForwardedHeaders?: boolean;
  readonly telemetry: TelemetrySpec;
  readonly vars?: { readonly secretRef: string };
  readonly clusterDomain: string;
  readonly podTemplate?: { readonly env?: readonly UserVariable[] };
}

export interface TelemetrySpec {
  readonly enabled: boolean;
  readonly sink?: 'bucket' | 'otlp';
  readonly otlpEndpoint?: string;
  readonly retention?: string;
}

/** Which addresses a celld container listens on. */
export type IpFamily = 'IPv4' | 'IPv6';

export interface EnvironmentInput {
  readonly version: CelldVersion;
  readonly app: string;
  readonly namespace: string;
  readonly spec: EnvironmentSpec;
  /** Left out: IPv4. */
  readonly ipFamily?: IpFamily;
}
