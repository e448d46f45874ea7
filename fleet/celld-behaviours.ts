import type { VersionText } from './version.ts';

/** The test that fails when we stop acting on a behaviour; `…` stands for what a generated name fills in. */
export interface BehaviourTest {
  readonly path: string;
  readonly name: string;
}

/** One thing that celld does and that we rely on or guard against. */
export interface Behaviour {
  readonly id: string;
  readonly behaviour: string;
  readonly since: VersionText;
  /** The first version that does it no more. */
  readonly before?: VersionText;
  /** What we do about it. */
  readonly consequence: string;
  readonly source: string;
  readonly test: BehaviourTest;
}

function testOf(file: string, name: string): BehaviourTest {
  return { path: `test/fleet/${file}.test.ts`, name };
}

const ENVIRONMENT = 'celld/environment';
const RUNTIME = 'celld/runtime';
const UPGRADE = 'celld/upgrade';

const LISTENING: readonly Behaviour[] = [
  {
    id: 'two-listeners',
    behaviour:
      'Peers and the unauthenticated operator API have a listener of their own; a public address needs it.',
    since: '0.2.0',
    consequence: 'Port 8080 is public, 8081 internal; 0.1, which has one listener, is never rendered.',
    source: 'facts/celld.md 1.4 and 3.3',
    test: testOf('celld/environment-parser', 'celld … starts with every environment that we render for it'),
  },
  {
    id: 'recorded-peer-address',
    behaviour: 'Recovery dials the address that a predecessor recorded.',
    since: '0.2.0',
    consequence: 'A pod advertises its stable name behind the headless Service, never its IP.',
    source: 'bug row G8',
    test: testOf(
      ENVIRONMENT,
      'the advertised name is the pod’s own behind the headless Service, in any cluster domain',
    ),
  },
  {
    id: 'ip-socket-addresses',
    behaviour:
      'Listeners take IP addresses only; `[::]` answers IPv4 too, unless the node has IPv6 switched off.',
    since: '0.2.0',
    consequence: 'IPv4 by default; IPv6-only clusters set the address family.',
    source: 'facts/celld.md 3.2, bug row F6',
    test: testOf(ENVIRONMENT, 'a fleet listens on IPv6 only when it is asked to'),
  },
  {
    id: 'health-path',
    behaviour: 'The health path moved with 0.4; the other path belongs to the Worker.',
    since: '0.2.0',
    consequence: 'Readiness asks the path of the version.',
    source: 'facts/celld.md 2',
    test: testOf(RUNTIME, 'readiness asks /__celld/health to 0.3 and /.well-known/celld/health from 0.4 on'),
  },
  {
    id: 'unhealthy-while-draining',
    behaviour: 'Health answers 503 during the whole drain and whenever the lease is lost.',
    since: '0.2.0',
    consequence: 'Liveness is TCP, so that the kubelet does not end a node in mid-handoff.',
    source: 'facts/celld.md 2, bug row G13',
    test: testOf(RUNTIME, 'liveness is a TCP probe, because health answers 503 in a drain'),
  },
  {
    id: 'slow-start',
    behaviour: 'A node answers nothing before it has recovered its predecessor’s log, for minutes.',
    since: '0.2.0',
    consequence: 'The startup probe waits ten minutes, and no deadline is shorter than the longest start.',
    source: 'facts/celld.md 2',
    test: testOf(RUNTIME, 'a start may take ten minutes, and a hung node is restarted after one'),
  },
];

const STARTING: readonly Behaviour[] = [
  {
    id: 'strict-values',
    behaviour:
      'Booleans are 0 or 1, numbers are plain digits; anything else, empty text too, stops the start.',
    since: '0.2.0',
    consequence: 'Numbers are written in full, switches as 0 or 1.',
    source: 'facts/celld.md 3.1, bug row G16',
    test: testOf(ENVIRONMENT, 'a number that is no whole number is never written'),
  },
  {
    id: 'removed-names',
    behaviour: 'A removed variable, even an empty one, stops the start; so does every `CELLD_VAR_` name.',
    since: '0.5.0',
    consequence: 'They are left out from that version on, and an environment that has one is never rendered.',
    source: 'facts/celld.md 3.4',
    test: testOf('celld/environment-parser', 'no name that a version refuses is ever rendered for it'),
  },
  {
    id: 'vars-file',
    behaviour: 'Variables of the Worker come from a file.',
    since: '0.2.0',
    before: '0.5.0',
    consequence: '`spec.vars` is for these versions only.',
    source: 'facts/celld.md 3.3 and 3.4',
    test: testOf(RUNTIME, 'supports() allows a vars file before 0.5 only'),
  },
  {
    id: 'durability-default',
    behaviour: 'Without CELLD_DURABILITY writes are acknowledged by the fleet’s disks.',
    since: '0.3.0',
    consequence: 'The variable is always written; a live pod without it counts as fleet.',
    source: 'facts/celld.md 3.3',
    test: testOf(
      RUNTIME,
      'a node without CELLD_DURABILITY waits for the bucket to 0.2 and for the fleet from 0.3 on',
    ),
  },
  {
    id: 'gates-by-version',
    behaviour: 'Stores, fleet durability, forwarded headers and adoption without a restart came one by one.',
    since: '0.2.0',
    consequence: 'A field that the version cannot do is refused.',
    source: 'facts/celld.md 3.3 and 4.2',
    test: testOf(RUNTIME, 'supports() allows … from … on'),
  },
  {
    id: 'memory-ceiling',
    behaviour: 'Load is shed from a ceiling on, and everything refused at 95 % of the limit.',
    since: '0.2.1',
    consequence: 'The ceiling is written as 80 % of the container’s limit.',
    source: 'facts/celld.md 3.3',
    test: testOf(RUNTIME, 'the memory ceiling leaves room below the limit at which celld refuses everything'),
  },
  {
    id: 'telemetry-switch',
    behaviour: 'CELLD_OTEL takes the collector’s URL; the sink variable is gone.',
    since: '0.5.0',
    consequence: 'One spec, written in the form of the version.',
    source: 'facts/celld.md 3.3, facts/operators.md A3',
    test: testOf(ENVIRONMENT, 'telemetry of celld … for …'),
  },
  {
    id: 'one-credential-family',
    behaviour:
      'Azure takes one family of credentials and stops on any other recognised variable; others take what they find.',
    since: '0.3.0',
    consequence: 'Fixed keys of the Secret under their own names; never the whole Secret.',
    source: 'facts/celld.md 4.5, T10',
    test: testOf(ENVIRONMENT, 'a store’s variables and the fixed keys of its Secret, for …'),
  },
];

const STOPPING: readonly Behaviour[] = [
  {
    id: 'stop-bound',
    behaviour:
      'A stopping node hands its cells over: 25 s and the seal of its log to 0.3, 40 s in all from 0.4 on.',
    since: '0.2.0',
    consequence: 'The pod gets 60 s.',
    source: 'facts/celld.md 6, bug row G14',
    test: testOf(RUNTIME, 'a pod gets more time to stop than celld takes, in every version'),
  },
  {
    id: 'token-wait',
    behaviour: 'A total bound of which three quarters are below the token wait stops the start.',
    since: '0.4.1',
    before: '0.5.0',
    consequence: 'The total bound is 40 s and the token wait is left at its 30 s.',
    source: 'facts/celld.md 3.3, facts/operators.md A3',
    test: testOf(
      RUNTIME,
      'three quarters of the total bound cover the token wait that 0.4.1 has as its default',
    ),
  },
];

const STORING: readonly Behaviour[] = [
  {
    id: 'one-fleet-a-prefix',
    behaviour: 'Leases, ownership and the deployment pointer lie below the prefix: two fleets there are one.',
    since: '0.2.0',
    consequence: 'The prefix is the safety domain, in whatever spelling.',
    source: 'facts/celld.md 4.1, DESIGN D17',
    test: testOf('bucket', 'bucketOverlap() says …, both ways, for …'),
  },
  {
    id: 'deployment-adoption',
    behaviour: 'The deployment pointer is read at start only to 0.3 and polled from 0.4 on.',
    since: '0.2.0',
    consequence: 'Before 0.4 a new deployment needs new pods.',
    source: 'facts/celld.md 4.2, bug row G5',
    test: testOf(RUNTIME, 'a deployment is taken up at start to 0.3 and polled from 0.4 on'),
  },
  {
    id: 'deployment-features',
    behaviour: 'A node refuses a deployment that requires a feature it does not know.',
    since: '0.2.0',
    consequence: 'Features are known by version; one that nobody knows counts as missing.',
    source: 'facts/celld.md 4.2',
    test: testOf(
      RUNTIME,
      'a deployment that needs a feature newer than the node, or one that nobody knows, is refused',
    ),
  },
];

const REPORTING: readonly Behaviour[] = [
  {
    id: 'state-fields',
    behaviour: '`/state` grows by version and never names the version.',
    since: '0.2.0',
    consequence: 'The fields that must be there are known by version.',
    source: 'facts/celld.md 1.1',
    test: testOf(RUNTIME, '/state has the fields that each version documents'),
  },
  {
    id: 'shedding-reason',
    behaviour: '`shedding` is null or a reason, never a boolean.',
    since: '0.2.0',
    consequence: 'It is read as text or null.',
    source: 'facts/celld.md 1.1, bug row G2',
    test: testOf(RUNTIME, '/state never has a boolean, so shedding is null or a reason'),
  },
  {
    id: 'state-deployment',
    behaviour: '`/state` says which deployment is served.',
    since: '0.4.0',
    consequence: 'Only from there on is a served deployment proof.',
    source: 'facts/celld.md 1.2',
    test: testOf(RUNTIME, '/state says which deployment is served from 0.4 on'),
  },
];

const UPGRADING: readonly Behaviour[] = [
  {
    id: 'versions-that-cannot-mix',
    behaviour:
      'Some neighbouring versions cannot share a fleet, and some cannot read what the newer one wrote.',
    since: '0.2.0',
    consequence: 'Each boundary has a verdict in each direction, and a jump meets all of them.',
    source: 'facts/celld.md 5, facts/operators.md A7',
    test: testOf(UPGRADE, 'judgeMove() … -> …: … with bucket durability'),
  },
  {
    id: 'no-way-back',
    behaviour: 'After some upgrades the older version can no longer read the data.',
    since: '0.3.0',
    consequence: 'These moves are one-way: a pod that dies meanwhile goes forward (DESIGN D1).',
    source: 'facts/celld.md 5',
    test: testOf(UPGRADE, 'a way is one-way exactly where the way back is blocked or acknowledged only'),
  },
  {
    id: 'log-tail-format',
    behaviour:
      'A 0.6 node does not start while its log’s followers are 0.5 nodes; bucket durability has none.',
    since: '0.6.0',
    consequence: 'Between 0.5 and 0.6 only bucket durability on both sides rolls; unknown counts as fleet.',
    source: 'facts/celld.md 5',
    test: testOf(
      UPGRADE,
      'judgeMove() asks for recreate between 0.5 and 0.6 when either side may use fleet durability',
    ),
  },
  {
    id: 'compacted-cells',
    behaviour:
      '0.5.0 and 0.5.1 may be unable to take over a cell that a newer node has compacted (doubtful).',
    since: '0.6.0',
    consequence: 'A warning names CELLD_LTX_COMPACTION.',
    source: 'facts/operators.md A7',
    test: testOf(
      UPGRADE,
      'between 0.5 and 0.6 a warning names CELLD_LTX_COMPACTION, in both directions and by any strategy',
    ),
  },
];

/** Every behaviour that this folder encodes, in the order of docs/celld-behaviours.md. */
export const CELLD_BEHAVIOURS: Readonly<Record<string, readonly Behaviour[]>> = {
  'Listening and health': LISTENING,
  Starting: STARTING,
  Stopping: STOPPING,
  'Storing and deploying': STORING,
  Reporting: REPORTING,
  Upgrading: UPGRADING,
};
