import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFolder } from '../../../cmp/rules/check-folder.ts';
import type { Problem } from '../../../documents/problem.ts';
import { DESTINATION, documentOf, locatedApp } from './judge.ts';
import type { Tree } from './judge.ts';

const { namespace } = DESTINATION;

const app = (name: string, bucket: string | Tree, file = `${name}.yaml`): ReturnType<typeof locatedApp> =>
  locatedApp({
    metadata: { name },
    spec: { bucket: typeof bucket === 'string' ? { name: bucket } : bucket },
    file,
  });
const object = (
  [apiVersion, kind]: readonly [string, string],
  metadata: Tree,
  file = 'extra.yaml',
): ReturnType<typeof documentOf> => documentOf({ apiVersion, kind, metadata }, file);
const words = (problems: readonly Problem[]): readonly string[] =>
  problems.map(({ code, message, position }) => `${position?.file ?? ''}: ${message} [${code}]`);

test('checkFolder() accepts apps side by side in one bucket', () => {
  const apps = [
    app('chat', 's3://cells/chat'),
    app('shop', 's3://cells/shop'),
    app('chat-celld', 's3://cells/chat2'),
  ];
  assert.deepEqual(checkFolder({ apps, objects: [], namespace }), []);
});

test('checkFolder() refuses the same app twice, naming the first place (A12)', () => {
  const apps = [app('chat', 's3://cells/chat', 'a.yaml'), app('chat', 's3://cells/chat', 'b.yaml')];
  assert.deepEqual(words(checkFolder({ apps, objects: [], namespace })), [
    'b.yaml: Cannot render WorkerApp "chat": it must be there once in namespace "team-a": a.yaml:4:9 has it too [OBJECT_TWICE]',
  ]);
});

test('checkFolder() refuses an object that is written with and without its namespace (A12)', () => {
  const objects = [
    object(['v1', 'ConfigMap'], { name: 'settings' }, 'a.yaml'),
    object(['v1', 'ConfigMap'], { name: 'settings', namespace }, 'b.yaml'),
  ];
  assert.deepEqual(words(checkFolder({ apps: [], objects, namespace })), [
    'b.yaml: Cannot render ConfigMap "settings": it must be there once in namespace "team-a": a.yaml:4:9 has it too [OBJECT_TWICE]',
  ]);
});

test('checkFolder() takes two versions of one API for the same object', () => {
  const objects = [
    object(['external-secrets.io/v1beta1', 'ExternalSecret'], { name: 'bucket' }, 'a.yaml'),
    object(['external-secrets.io/v1', 'ExternalSecret'], { name: 'bucket' }, 'b.yaml'),
  ];
  assert.deepEqual(
    checkFolder({ apps: [], objects, namespace }).map(({ code }) => code),
    ['OBJECT_TWICE'],
  );
});

test('checkFolder() tells kinds of different groups apart', () => {
  const objects = [
    object(['v1', 'Secret'], { name: 'x' }, 'a.yaml'),
    object(['example.com/v1', 'Secret'], { name: 'x' }, 'b.yaml'),
  ];
  assert.deepEqual(checkFolder({ apps: [], objects, namespace }), []);
});

for (const [apiVersion, kind, name] of [
  ['v1', 'Service', 'chat-celld'],
  ['v1', 'Service', 'chat-celld-internal'],
  ['v1', 'ServiceAccount', 'chat-celld-gate'],
  ['cert-manager.io/v1', 'Certificate', 'chat-celld-tls'],
  ['networking.k8s.io/v1', 'NetworkPolicy', 'chat-celld'],
  ['autoscaling/v2', 'HorizontalPodAutoscaler', 'keda-hpa-chat-celld'],
] as const) {
  test(`checkFolder() refuses a ${kind} ${name} beside the fleet of chat`, () => {
    const folder = {
      apps: [app('chat', 's3://cells/chat')],
      objects: [object([apiVersion, kind], { name })],
      namespace,
    };
    assert.deepEqual(words(checkFolder(folder)), [
      `extra.yaml: Cannot render ${kind} "${name}": the name belongs to the fleet of WorkerApp "chat" at chat.yaml:4:9 [NAME_COLLISION]`,
    ]);
  });
}

const TLS = 'chat-celld-tls';
const MAKERS: readonly (readonly [string, Tree, string, string])[] = [
  [
    'ExternalSecret with that target',
    {
      apiVersion: 'external-secrets.io/v1beta1',
      kind: 'ExternalSecret',
      metadata: { name: 'x' },
      spec: { target: { name: TLS } },
    },
    'spec.target.name',
    'Secret "chat-celld-tls"',
  ],
  [
    'ExternalSecret of that name',
    { apiVersion: 'external-secrets.io/v1', kind: 'ExternalSecret', metadata: { name: TLS }, spec: {} },
    'metadata.name',
    'Secret "chat-celld-tls"',
  ],
  [
    'SealedSecret of that name',
    { apiVersion: 'bitnami.com/v1alpha1', kind: 'SealedSecret', metadata: { name: TLS } },
    'metadata.name',
    'Secret "chat-celld-tls"',
  ],
  [
    'SealedSecret with that name in its template',
    {
      apiVersion: 'bitnami.com/v1alpha1',
      kind: 'SealedSecret',
      metadata: { name: 'x' },
      spec: { template: { metadata: { name: TLS } } },
    },
    'spec.template.metadata.name',
    'Secret "chat-celld-tls"',
  ],
  [
    'Certificate with that Secret',
    {
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      metadata: { name: 'x' },
      spec: { secretName: TLS },
    },
    'spec.secretName',
    'Secret "chat-celld-tls"',
  ],
  [
    'Certificate whose challenge rewrites the Ingress',
    {
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      metadata: {
        name: 'x',
        annotations: { 'acme.cert-manager.io/http01-override-ingress-name': 'chat-celld' },
      },
      spec: { secretName: 'x' },
    },
    'metadata.annotations["acme.cert-manager.io/http01-override-ingress-name"]',
    'Ingress "chat-celld"',
  ],
  [
    'ScaledObject with that HorizontalPodAutoscaler',
    {
      apiVersion: 'keda.sh/v1alpha1',
      kind: 'ScaledObject',
      metadata: { name: 'x' },
      spec: { advanced: { horizontalPodAutoscalerConfig: { name: 'keda-hpa-chat-celld' } } },
    },
    'spec.advanced.horizontalPodAutoscalerConfig.name',
    'HorizontalPodAutoscaler "keda-hpa-chat-celld"',
  ],
];

for (const [words, value, path, made] of MAKERS) {
  test(`checkFolder() refuses an ${words} beside the fleet of chat: it would make the fleet’s object (T6)`, () => {
    const objects = [documentOf(value, 'extra.yaml')];
    const found = checkFolder({ apps: [app('chat', 's3://cells/chat')], objects, namespace });
    assert.deepEqual(
      found.map(({ code, path: at, message }) => [code, at, message.slice(message.indexOf(':') + 2)]),
      [
        [
          'NAME_COLLISION',
          path,
          `it would make or change ${made}, which belongs to the fleet of WorkerApp "chat" at chat.yaml:4:9`,
        ],
      ],
    );
    assert.deepEqual(checkFolder({ apps: [app('shop', 's3://cells/shop')], objects, namespace }), []);
  });
}

test('checkFolder() accepts a Certificate of a fleet’s name that fills another Secret', () => {
  const value = {
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    metadata: { name: 'chat-celld' },
    spec: { secretName: 'chat-example-com-tls' },
  };
  const objects = [documentOf(value, 'extra.yaml')];
  assert.deepEqual(checkFolder({ apps: [app('chat', 's3://cells/chat')], objects, namespace }), []);
});

test('checkFolder() accepts the name of a fleet for a kind that a fleet never has', () => {
  const folder = {
    apps: [app('chat', 's3://cells/chat')],
    objects: [object(['v1', 'ConfigMap'], { name: 'chat-celld' })],
    namespace,
  };
  assert.deepEqual(checkFolder(folder), []);
});

test('checkFolder() refuses two apps on one bucket prefix (D17, Y24)', () => {
  const apps = [app('chat', 's3://cells/one'), app('shop', 's3://cells/one')];
  assert.deepEqual(words(checkFolder({ apps, objects: [], namespace })), [
    'shop.yaml: Cannot render WorkerApp "shop": spec.bucket.name must be this fleet’s alone: WorkerApp "chat" at chat.yaml:10:11 has the same prefix [BUCKET_SHARED]',
  ]);
});

test('checkFolder() refuses a prefix below another, whichever comes first', () => {
  const apps = [app('shop', 's3://cells/one/cells/two'), app('chat', 's3://cells/one')];
  assert.deepEqual(words(checkFolder({ apps, objects: [], namespace })), [
    'shop.yaml: Cannot render WorkerApp "shop": spec.bucket.name must be this fleet’s alone: WorkerApp "chat" at chat.yaml:10:11 has the prefix above it [BUCKET_NESTED]',
  ]);
});

test('checkFolder() compares whole segments of prefixes', () => {
  const apps = [app('chat', 's3://cells/one'), app('shop', 's3://cells/one-two')];
  assert.deepEqual(checkFolder({ apps, objects: [], namespace }), []);
});

test('checkFolder() tells the same bucket name in two stores apart', () => {
  const endpoint = 'https://account.r2.cloudflarestorage.com';
  const apps = [
    app('chat', 's3://cells/one'),
    app('shop', { name: 's3://cells/one', endpoint }),
    app('mail', 'gs://cells/one'),
  ];
  assert.deepEqual(checkFolder({ apps, objects: [], namespace }), []);
});

test('checkFolder() judges 1,000 apps in bounded time', () => {
  const apps = Array.from({ length: 1000 }, (_, index) => app(`a${index}`, `s3://cells/${index}`));
  const start = performance.now();
  assert.deepEqual(checkFolder({ apps, objects: [], namespace }), []);
  assert.ok(performance.now() - start < 2000);
});

test('checkFolder() refuses one host name in two apps, whatever its case, at the second', () => {
  const hosted = (name: string, hostnames: readonly string[]): ReturnType<typeof locatedApp> =>
    locatedApp({
      metadata: { name },
      spec: { bucket: { name: `s3://cells/${name}` }, hostnames },
      file: `${name}.yaml`,
    });
  const apps = [
    hosted('chat', ['a.example.com', 'b.example.com']),
    hosted('shop', ['c.example.com', 'b.example.com']),
  ];
  assert.deepEqual(
    checkFolder({ apps, objects: [], namespace }).map(({ code, path }) => `${path} ${code}`),
    ['spec.hostnames[1] HOSTNAME_SHARED'],
  );
  assert.match(
    words(checkFolder({ apps, objects: [], namespace }))[0] ?? '',
    /WorkerApp "chat" at chat\.yaml:\d+:\d+ has it too/,
  );
});

test('checkFolder() accepts a wildcard beside a name that it covers: the longer name wins everywhere', () => {
  const apps = [
    locatedApp({
      metadata: { name: 'chat' },
      spec: { bucket: { name: 's3://cells/chat' }, hostnames: ['*.example.com'] },
    }),
    locatedApp({
      metadata: { name: 'shop' },
      spec: { bucket: { name: 's3://cells/shop' }, hostnames: ['b.example.com'] },
    }),
  ];
  assert.deepEqual(checkFolder({ apps, objects: [], namespace }), []);
});
