import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { itemPath, type OverrideFinding } from './override-finding.ts';

const HOST_FIELDS = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace'];
const CONTAINER_LISTS = ['containers', 'initContainers', 'ephemeralContainers'];
const VOLUME_TYPES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];
const CONFINED = ['RuntimeDefault', 'Localhost'];
const SELINUX_TYPES = ['container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t'];
const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'];
const HOOKS = ['postStart', 'preStop'];
const HANDLERS = ['httpGet', 'tcpSocket'];

/**
 * Where a pod breaks the restricted profile of the Pod Security Standards, or shares what containers have for
 * themselves; paths are relative to the pod's spec. facts/scaling.md 8.
 */
export function restrictedPodFindings(podSpec: JsonObject): OverrideFinding[] {
  const security = map(podSpec['securityContext']);
  const hosts = HOST_FIELDS.filter((field) => isSet(podSpec[field]));
  return [
    ...hosts.map((path) => ({ path, message: 'must not be set: pods keep to themselves' })),
    ...securityFindings(security, 'securityContext'),
    ...confinementFindings(security, 'securityContext', true),
    ...(isSet(security['sysctls'])
      ? [{ path: 'securityContext.sysctls', message: 'must not be set: no kernel parameter is changed' }]
      : []),
    ...CONTAINER_LISTS.flatMap((list) =>
      items(podSpec[list]).flatMap((container) =>
        containerFindings(container, security, itemPath(list, nameOf(container))),
      ),
    ),
    ...items(podSpec['volumes']).flatMap(volumeFindings),
  ];
}

function containerFindings(container: JsonObject, pod: JsonObject, path: string): OverrideFinding[] {
  const own = map(container['securityContext']);
  const at = `${path}.securityContext`;
  return [
    ...securityFindings(own, at),
    ...confinementFindings({ ...pod, ...own }, at, false),
    ...privilegeFindings(own, at),
    ...items(container['ports']).flatMap(({ hostPort = 0 }) =>
      hostPort === 0
        ? []
        : [{ path: `${path}.ports`, message: 'must have no hostPort: it passes by every NetworkPolicy' }],
    ),
    ...handlers(container).flatMap((handler) =>
      isSet(handler['host'])
        ? [{ path, message: 'must not have a host in a probe or lifecycle hook: it would call others' }]
        : [],
    ),
  ];
}

/** What holds for the securityContext of a pod as for that of a container. */
function securityFindings(security: JsonObject, path: string): OverrideFinding[] {
  const findings: OverrideFinding[] = [];
  const refuse = (field: string, message: string): void => {
    findings.push({ path: `${path}.${field}`, message });
  };
  if (security['runAsUser'] === 0) refuse('runAsUser', 'must not be 0');
  if (!isConfined(security['appArmorProfile'], true))
    refuse('appArmorProfile', 'must be RuntimeDefault or Localhost');
  if (!isPlainSelinux(map(security['seLinuxOptions'])))
    refuse('seLinuxOptions', 'must keep to a container type, without user and role');
  if (isSet(map(security['windowsOptions'])['hostProcess']))
    refuse('windowsOptions', 'must not ask for a host process');
  return findings;
}

/** What a container may have from its pod; `absentCounts` where it need not be there at all. */
function confinementFindings(
  { runAsNonRoot, seccompProfile }: JsonObject,
  path: string,
  absentCounts: boolean,
): OverrideFinding[] {
  const findings: OverrideFinding[] = [];
  if (runAsNonRoot === undefined ? !absentCounts : runAsNonRoot !== true)
    findings.push({ path: `${path}.runAsNonRoot`, message: 'must be true' });
  if (!isConfined(seccompProfile, absentCounts))
    findings.push({ path: `${path}.seccompProfile`, message: 'must be RuntimeDefault or Localhost' });
  return findings;
}

function privilegeFindings(own: JsonObject, path: string): OverrideFinding[] {
  const findings: OverrideFinding[] = [];
  const { drop, add } = map(own['capabilities']);
  if (isSet(own['privileged'])) findings.push({ path: `${path}.privileged`, message: 'must not be true' });
  if (own['allowPrivilegeEscalation'] !== false)
    findings.push({ path: `${path}.allowPrivilegeEscalation`, message: 'must be false' });
  if (!list(drop).includes('ALL') || list(add).some((capability) => capability !== 'NET_BIND_SERVICE')) {
    const message = 'must drop ALL, and add none but NET_BIND_SERVICE';
    findings.push({ path: `${path}.capabilities`, message });
  }
  if ((own['procMount'] ?? 'Default') !== 'Default')
    findings.push({ path: `${path}.procMount`, message: 'must be Default' });
  return findings;
}

function volumeFindings(volume: JsonObject): OverrideFinding[] {
  const sources = Object.keys(volume).filter((key) => key !== 'name');
  if (sources.every((source) => VOLUME_TYPES.includes(source))) return [];
  return [
    { path: itemPath('volumes', nameOf(volume)), message: `must be one of ${VOLUME_TYPES.join(', ')}` },
  ];
}

function isConfined(profile: JsonValue | undefined, absentCounts: boolean): boolean {
  if (profile === undefined) return absentCounts;
  return CONFINED.some((type) => map(profile)['type'] === type);
}

function isPlainSelinux({ type = '', user = '', role = '' }: JsonObject): boolean {
  return user === '' && role === '' && (type === '' || SELINUX_TYPES.some((known) => known === type));
}

function handlers(container: JsonObject): JsonObject[] {
  const lifecycle = map(container['lifecycle']);
  const actions = [...PROBES.map((probe) => container[probe]), ...HOOKS.map((hook) => lifecycle[hook])];
  return actions.flatMap((action) => HANDLERS.map((handler) => map(map(action)[handler])));
}

/** True for anything but absent, false and empty text; a value of a wrong type counts as set. */
function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false && value !== '';
}

function map(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}

function items(value: JsonValue | undefined): readonly JsonObject[] {
  return list(value).map(map);
}

function nameOf({ name }: JsonObject): string {
  return typeof name === 'string' ? name : '?';
}
