import { append, set, type Row } from './row.ts';

/** What an override may not do to Services, routes, policies and the ScaledObject. */
export const TRAFFIC_ROWS: readonly Row[] = [
  {
    what: 'let everybody reach the internal port',
    template: 'network-policy',
    change: set(['spec', 'ingress'], [{}]),
    refused: 'spec.ingress',
  },
  {
    what: 'add a way to the internal port',
    template: 'network-policy',
    change: append(['spec', 'ingress'], { ports: [{ port: 8081 }] }),
    refused: 'spec.ingress',
  },
  {
    what: 'add a principal',
    template: 'authorization-policy',
    change: append(['spec', 'rules'], { from: [{ source: { principals: ['*'] } }] }),
    refused: 'spec.rules',
  },
  {
    what: 'publish the internal port',
    template: 'service-public',
    change: append(['spec', 'ports'], { name: 'internal', port: 8081 }),
    refused: 'spec.ports[internal]',
  },
  {
    what: 'route to the internal port',
    template: 'http-route',
    change: set(['spec', 'rules'], [{ backendRefs: [{ name: 'x', port: 8081 }] }]),
    refused: 'spec.rules',
  },
  {
    what: 'route to the internal port by its name',
    template: 'ingress',
    change: set(['spec', 'defaultBackend'], { service: { name: 'x', port: { name: 'internal' } } }),
    refused: 'spec.defaultBackend',
  },
  {
    what: 'let KEDA go to zero',
    template: 'scaled-object',
    change: set(['spec', 'minReplicaCount'], 0),
    refused: 'spec.minReplicaCount',
  },
  {
    what: 'idle at zero',
    template: 'scaled-object',
    change: set(['spec', 'idleReplicaCount'], 0),
    refused: 'spec.idleReplicaCount',
  },
  {
    what: 'carry data beside its spec',
    template: 'network-policy',
    change: set(['data'], { a: 'b' }),
    refused: 'data',
  },
  {
    what: 'lead to the internal Service, whose port need not be named',
    template: 'virtual-service',
    change: set(['spec', 'http'], [{ route: [{ destination: { host: 'chat-celld-internal' } }] }]),
    refused: 'spec.http',
  },
  {
    what: 'mirror to the internal Service by its full name',
    template: 'virtual-service',
    change: set(['spec', 'http'], [{ mirror: { host: 'CHAT-celld-internal.chat.svc.cluster.local' } }]),
    refused: 'spec.http',
  },
  {
    what: 'lead to another fleet’s internal Service',
    template: 'http-route',
    change: set(['spec', 'rules'], [{ backendRefs: [{ name: 'shop-celld-internal', port: 80 }] }]),
    refused: 'spec.rules',
  },
  {
    what: 'route beside HTTP',
    template: 'virtual-service',
    change: set(['spec', 'tcp'], [{ route: [{ destination: { host: 'x' } }] }]),
    refused: 'spec.tcp',
  },
  {
    what: 'pass requests on in a snippet',
    template: 'ingress',
    change: set(
      ['metadata', 'annotations', 'nginx.ingress.kubernetes.io/configuration-snippet'],
      'proxy_pass http://chat-celld-internal.chat.svc:8081;',
    ),
    refused: 'metadata.annotations',
  },
  {
    what: 'send requests to pods that are not ready',
    template: 'service-public',
    change: set(['spec', 'publishNotReadyAddresses'], true),
    refused: 'spec.publishNotReadyAddresses',
  },
  {
    what: 'send requests to pods that are not ready, by annotation',
    template: 'service-public',
    change: set(
      ['metadata', 'annotations', 'service.alpha.kubernetes.io/tolerate-unready-endpoints'],
      'true',
    ),
    refused: 'metadata.annotations["service.alpha.kubernetes.io/tolerate-unready-endpoints"]',
  },
  {
    what: 'take over an address of the cluster',
    template: 'service-public',
    change: set(['spec', 'externalIPs'], ['10.0.0.1']),
    refused: 'spec.externalIPs',
  },
  {
    what: 'become an alias',
    template: 'service-public',
    change: set(['spec', 'externalName'], 'example.com'),
    refused: 'spec.externalName',
  },
  {
    what: 'bind clients to pods',
    template: 'service-public',
    change: set(['spec', 'sessionAffinity'], 'ClientIP'),
    refused: 'spec.sessionAffinity',
  },
  {
    what: 'label an object as another fleet’s',
    template: 'service-public',
    change: set(['metadata', 'labels', 'celld-operator.io/workerapp'], 'somebody-else'),
    refused: 'metadata.labels["celld-operator.io/workerapp"]',
  },
  {
    what: 'take over somebody’s autoscaler',
    template: 'scaled-object',
    change: set(['spec', 'advanced', 'horizontalPodAutoscalerConfig', 'name'], 'other'),
    refused: 'spec.advanced.horizontalPodAutoscalerConfig.name',
  },
  {
    what: 'fall back to a size of its own',
    template: 'scaled-object',
    change: set(['spec', 'fallback'], { failureThreshold: 1, replicas: 1 }),
    refused: 'spec.fallback',
  },
];
