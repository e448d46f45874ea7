import type { CodeTable } from './code-table.ts';

/** Found while checked WorkerApps become objects. */
export const RENDERING_CODES = {
  API_VERSIONS_INVALID: {
    meaning:
      'KUBE_API_VERSIONS is there and lists no API that every cluster serves, so it says nothing about the others',
    remedy: 'Pass the list as Argo CD does, separated by commas, or leave the variable out',
  },
  TEMPLATE_OVERRIDE: {
    meaning:
      'A template of the platform team cannot be used: it breaks a rule of templates, or takes away what keeps a fleet safe',
    remedy: 'Start from the built-in template, and change only what docs/reference/objects.md lists as open',
  },
  TEMPLATE_UNKNOWN: {
    meaning: 'The folder of override templates holds a file that replaces none of the built-in templates',
    remedy: 'Name the file as the template that it replaces, such as `stateful-set.yaml.hbs`',
  },
  MESH_POLICY_NEEDED: {
    meaning:
      'The platform file says `mesh.mode: ambient`, and the cluster serves no AuthorizationPolicy, so the internal port would be open to the whole mesh',
    remedy: 'Install the Istio APIs in the destination cluster, or set `mesh.mode` to what the cluster has',
  },
  PLAN_TOO_LARGE: {
    meaning: 'The plan that the hooks receive is larger than a Job can carry',
    remedy: 'Shorten spec.podTemplate, spec.scheduling or spec.hostnames of the WorkerApp',
  },
  NOTHING_TO_RENDER: {
    meaning: 'The folder holds no Kubernetes object. An empty output would tell Argo CD to delete everything',
    remedy: 'Commit a WorkerApp, or delete the Application instead',
  },
  TOO_MANY_APPS: {
    meaning: 'The folder holds more WorkerApps than one Application may',
    remedy: 'Split the folder into several Applications, or raise limits.apps in the platform file',
  },
  TOO_MANY_DOCUMENTS: {
    meaning: 'The files of the folder hold more documents than one Application may',
    remedy: 'Split the folder into several Applications, or raise limits.documents in the platform file',
  },
  SETTING_FILE_UNREADABLE: {
    meaning:
      'The platform file or the folder of override templates, named on the command line, cannot be read',
    remedy: 'Mount it into the plugin sidecar, or leave the flag out',
  },
  DEADLINE: {
    meaning: 'Rendering took longer than its own deadline',
    remedy:
      'Split the folder into several Applications, or raise limits.deadlineSeconds in the platform file; Argo CD itself gives up after 60 s',
  },
  OUTPUT_FAILED: {
    meaning: 'The manifests could not be written to standard output as a whole',
    remedy: 'Look for the reader of the output: it closed early, or its disk is full',
  },
} as const satisfies CodeTable;
