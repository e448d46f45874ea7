import { object, testRows } from './table.ts';
import type { Given, Row } from './table.ts';
import type { Tree } from '../rules/judge.ts';

const certificate = (spec: Tree, hostnames: readonly string[] = ['*.team-a.example.com']): Given => ({
  value: object('cert-manager.io/v1', 'Certificate', { spec: { secretName: 'web-tls', ...spec } }),
  tenant: { hostnames },
});
const NAMED = { dnsNames: ['chat.team-a.example.com'] };

const IDENTITIES: Tree = {
  literalSubject: 'CN=hunter2',
  subject: { organizations: ['hunter2'] },
  uris: ['spiffe://cluster.local/ns/hunter2/sa/default'],
  ipAddresses: ['10.0.0.1'],
  emailAddresses: ['hunter2@example.com'],
  otherNames: [{ oid: '1.3.6.1.4.1.311.20.2.3', utf8Value: 'hunter2' }],
  nameConstraints: { permitted: { dnsDomains: ['hunter2'] } },
  somethingNew: 'hunter2',
};

const ROWS: readonly Row[] = [
  [
    'accepts a Certificate with everything that names nobody',
    certificate({
      ...NAMED,
      commonName: 'chat.team-a.example.com',
      additionalOutputFormats: [{ type: 'CombinedPEM' }],
      duration: '2160h',
      encodeUsagesInRequest: true,
      isCA: false,
      issuerRef: { kind: 'ClusterIssuer', name: 'letsencrypt' },
      keystores: { pkcs12: { create: true, passwordSecretRef: { name: 'x', key: 'y' } } },
      privateKey: { algorithm: 'ECDSA', size: 256 },
      renewBefore: '360h',
      revisionHistoryLimit: 2,
      secretTemplate: { labels: { team: 'a' } },
      signatureAlgorithm: 'ECDSAWithSHA256',
      usages: ['digital signature', 'server auth'],
      uris: null,
    }),
    [],
  ],
  ...Object.entries(IDENTITIES).map(([field, value]): Row => [
    `T8: refuses a Certificate with ${field}`,
    certificate({ ...NAMED, [field]: value }),
    ['PASS_CERTIFICATE'],
  ]),
  [
    'accepts other identities where the tenant has every host name',
    certificate({ ...NAMED, ...IDENTITIES }, ['*']),
    [],
  ],
  [
    'T8: refuses an authority, also where the tenant has every host name',
    certificate({ isCA: true, usages: ['cert sign', 'server auth'] }, ['*']),
    ['PASS_CERTIFICATE', 'PASS_CERTIFICATE'],
  ],
  [
    'T8: refuses an authority that is no boolean',
    certificate({ ...NAMED, isCA: 'true' }),
    ['PASS_CERTIFICATE'],
  ],
  [
    'T8: refuses a common name that only ends like a host name of the tenant',
    certificate({ ...NAMED, commonName: 'hunter2.example/CN=.team-a.example.com' }),
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T8: refuses names that are no list, and judges what they say',
    certificate({ dnsNames: 'shop.example.com' }),
    ['TENANT_NOT_ALLOWED'],
  ],
];

testRows(ROWS, new URL('golden/certificate.txt', import.meta.url));
