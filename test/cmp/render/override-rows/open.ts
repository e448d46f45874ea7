import { append, CELLD, POD, restricted, set, type Row } from './row.ts';

/** What an override may do. */
export const OPEN_ROWS: readonly Row[] = [
  {
    what: 'add an initContainer',
    template: 'stateful-set',
    change: append([...POD, 'initContainers'], restricted({ name: 'init' })),
  },
  {
    what: 'mount a volume beside ours',
    template: 'stateful-set',
    change: (object) =>
      append([...CELLD, 'volumeMounts'], { name: 'ca', mountPath: '/etc/ca' })(
        append([...POD, 'volumes'], { name: 'ca', configMap: { name: 'ca' } })(object),
      ),
  },
  {
    what: 'prefer a kind of node',
    template: 'stateful-set',
    change: set([...POD, 'affinity', 'nodeAffinity'], {
      preferredDuringSchedulingIgnoredDuringExecution: [],
    }),
  },
  {
    what: 'limit the CPU',
    template: 'stateful-set',
    change: set([...CELLD, 'resources', 'limits', 'cpu'], '4'),
  },
  {
    what: 'keep client addresses',
    template: 'service-public',
    change: set(['spec', 'externalTrafficPolicy'], 'Local'),
  },
  {
    what: 'ask for an address',
    template: 'service-public',
    change: set(['spec', 'loadBalancerIP'], '192.0.2.1'),
  },
  {
    what: 'lead elsewhere on another path',
    template: 'http-route',
    change: append(['spec', 'rules'], { backendRefs: [{ name: 'docs', port: 80 }] }),
  },
  ...['MALLOC_ARENA_MAX', 'GREETING'].map((name) => ({
    what: `add the variable ${name}`,
    template: 'stateful-set' as const,
    change: append([...CELLD, 'env'], { name, value: '2' }),
  })),
  {
    what: 'add an annotation',
    template: 'stateful-set',
    change: set(['metadata', 'annotations', 'team'], 'x'),
  },
  { what: 'add a label', template: 'stateful-set', change: set(['metadata', 'labels', 'team'], 'x') },
  {
    what: 'ask for more CPU',
    template: 'stateful-set',
    change: set([...CELLD, 'resources', 'requests', 'cpu'], '4'),
  },
  {
    what: 'add a sidecar',
    template: 'stateful-set',
    change: append([...POD, 'containers'], restricted()),
  },
  {
    what: 'add a variable',
    template: 'stateful-set',
    change: append([...CELLD, 'env'], { name: 'RUST_LOG', value: 'debug' }),
  },
  {
    what: 'change the startup probe',
    template: 'stateful-set',
    change: set([...CELLD, 'startupProbe', 'periodSeconds'], 1),
  },
  { what: 'change how the HPA behaves', template: 'scaled-object', change: set(['spec', 'advanced'], {}) },
  {
    what: 'name another gateway',
    template: 'http-route',
    change: set(['spec', 'parentRefs'], [{ name: 'other' }]),
  },
];
