import { withDefaults } from '../../schemas/defaults.ts';
import type { Platform, ResolvedPlatform } from '../../schemas/platform.generated.ts';
import { platformSchema } from '../../schemas/platform-schema.ts';

/**
 * What holds where no platform file is mounted: an installation with one tenant. Any project, namespace, bucket and
 * host name; the images that celld's makers publish; AWS S3 without a custom endpoint; stacks in project default on any cluster; nothing else: no identity, no
 * annotation, no toleration (facts/threats.md T8, T9: lists, default none).
 */
const SINGLE_TENANT = {
  apiVersion: 'celld-gitops.io/v1alpha1',
  kind: 'Platform',
  tenants: [
    {
      name: 'everyone',
      projects: ['*'],
      namespaces: ['*'],
      imagePrefixes: ['ghcr.io/denoland/celld:'],
      bucketPrefixes: ['*'],
      hostnames: ['*'],
      stacks: { project: 'default', clusters: ['*'], development: true },
    },
  ],
} as const satisfies Platform;

/** The single-tenant default, every setting filled in. */
export function defaultPlatform(): ResolvedPlatform {
  return withDefaults(platformSchema, SINGLE_TENANT) as unknown as ResolvedPlatform;
}
