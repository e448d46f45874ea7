import type { CodeTable } from './code-table.ts';

/** What is wrong with a document's identity, with one WorkerApp, or between the documents of a folder. */
export const WORKERAPP_CODES = {
  DOCUMENT_NOT_KUBERNETES: {
    meaning: 'A document has no well-formed apiVersion and kind, so it is no Kubernetes object',
    remedy: 'Add them, or leave the file out with the plugin parameter exclude',
  },
  WORKERAPP_GROUP_OLD: {
    meaning: 'A WorkerApp has the API group that celld-operator used before it was renamed',
    remedy: 'Write celld-operator.io/v1alpha1 and compare the fields',
  },
  WORKERAPP_GROUP_FOREIGN: {
    meaning: 'A WorkerApp belongs to the API group of another product',
    remedy: 'Write celld-operator.io/v1alpha1 if a celld fleet is meant; else exclude the file',
  },
  WORKERAPP_VERSION: {
    meaning: 'A WorkerApp has a version of the API that this release does not read',
    remedy: 'Write celld-operator.io/v1alpha1',
  },
  OWN_KIND_UNKNOWN: {
    meaning: 'The group celld-operator.io has no such kind here',
    remedy: 'Correct the kind, or exclude the file',
  },
  PLATFORM_IN_FOLDER: {
    meaning: 'An application folder holds a platform file or another object of group celld-gitops.io',
    remedy: 'Delete or exclude it: the platform team mounts the platform file into the plugin sidecar',
  },
  NAMESPACE_FOREIGN: {
    meaning: 'An object names another namespace than the destination of the Application',
    remedy: 'Delete metadata.namespace',
  },
  BUCKET_INVALID: {
    meaning:
      'spec.bucket names no place that is the same for every client, or its fields contradict each other',
    remedy:
      'Write scheme, bucket and whole path segments; endpoint for s3:// only, storageAccount for az:// only and always',
  },
  HOSTNAMES_TOO_MANY: {
    meaning: 'A WorkerApp has more host names than one HTTPRoute takes',
    remedy: 'Use a wildcard, or ask the platform team for another ingress mode',
  },
  HOSTNAME_ADDRESS: {
    meaning: 'A host name is an IP address, which no route takes',
    remedy: 'Write a DNS name',
  },
  KEY_TOO_LONG: {
    meaning: 'The part of a label or annotation key before its slash is longer than a DNS name',
    remedy: 'Write a shorter DNS name before the slash',
  },
  ANNOTATIONS_TOO_LARGE: {
    meaning: 'Annotations of one object are larger than Kubernetes takes',
    remedy: 'Keep large text in a ConfigMap',
  },
  HOSTNAME_SHARED: {
    meaning: 'Two WorkerApps of the folder have the same host name',
    remedy: 'Delete it from one of the two',
  },
  BUCKET_CREDENTIALS: {
    meaning: 'spec.bucket.credentialsFrom has several sources, or one of another cloud than the bucket',
    remedy: 'Keep one source, of the family of the bucket',
  },
  DURABILITY_FLEET: {
    meaning: 'Durability fleet lacks what it needs: storage, three replicas and a floor of three',
    remedy: 'Raise them, add storage, or write durability: bucket',
  },
  AUTOSCALING_BOUNDS: {
    meaning: 'spec.autoscaling.minReplicas is above maxReplicas',
    remedy: 'Lower the one or raise the other',
  },
  AUTOSCALING_PROMETHEUS: {
    meaning: 'A latency target needs Prometheus, and the platform file names none',
    remedy: 'Delete the target, or set autoscaling.prometheusAddress in the platform file',
  },
  HOST_TOO_LONG: {
    meaning: 'The DNS name under which pods reach each other is longer than DNS allows',
    remedy: 'Shorten the name of the WorkerApp, the namespace or spec.clusterDomain',
  },
  INGRESS_OFF: {
    meaning: 'A WorkerApp has host names, and the platform file turns routes off',
    remedy: 'Delete spec.hostnames, or set ingress.mode in the platform file',
  },
  TELEMETRY_SINK: {
    meaning: 'spec.telemetry has a collector beside sink bucket, which never uses it',
    remedy: 'Delete otlpEndpoint, or write sink: otlp',
  },
  OTLP_ENDPOINT: {
    meaning: 'spec.telemetry.otlpEndpoint is no URL of a host',
    remedy: 'Write scheme, host and port',
  },
  ENV_RESERVED: {
    meaning: 'spec.podTemplate.env sets a variable that could redirect, read or break celld',
    remedy: 'Use the field of spec that sets it, or another name',
  },
  KEY_RESERVED: {
    meaning:
      'A label or annotation key belongs to celld-operator, celld-gitops, Argo CD, Helm, kubectl or the fleet',
    remedy: 'Delete the key',
  },
  TOLERATION: {
    meaning: 'A toleration is one that the API server refuses',
    remedy: 'Correct key, operator, value, effect or tolerationSeconds as the message says',
  },
  IMAGE_REFERENCE: {
    meaning: 'spec.celld.image is no image reference',
    remedy: 'Write repository, tag and perhaps a sha256 digest',
  },
  IMAGE_VERSION: {
    meaning: 'The tag of spec.celld.image is not numeric x.y.z, so nobody can tell which celld it is',
    remedy: 'Write a release tag; a digest may follow it',
  },
  CELLD_TOO_OLD: {
    meaning: 'The celld version is older than the oldest that can be rendered',
    remedy: 'Write a newer tag',
  },
  CELLD_TOO_NEW: {
    meaning: 'The celld minor is newer than this release knows, and the platform file does not name it',
    remedy: 'Upgrade celld-gitops, or have the platform team add the minor to knownMinors',
  },
  CELLD_CAPABILITY: {
    meaning: 'A field asks for something that the celld version of the image cannot do',
    remedy: 'Change the field or the version, as the message says',
  },
  OBJECT_TWICE: {
    meaning: 'Two documents of the folder are the same object: group, kind, namespace and name are equal',
    remedy: 'Delete or rename one of the two',
  },
  NAME_COLLISION: {
    meaning: 'An object that passes through has, or makes an object with, the name of an object of a fleet',
    remedy: 'Rename the object',
  },
  BUCKET_SHARED: {
    meaning: 'Two WorkerApps have the same bucket prefix, and so would own the same cells',
    remedy: 'Give each fleet a prefix of its own',
  },
  BUCKET_NESTED: {
    meaning: 'The bucket prefix of a WorkerApp lies below the prefix of another',
    remedy: 'Put the prefixes side by side',
  },
} as const satisfies CodeTable;
