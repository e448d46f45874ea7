import { isJsonObject } from '../../documents/json.ts';
import { nearestName } from '../../documents/nearest-name.ts';
import type { LocatedDocument } from '../../documents/parse-documents.ts';
import type { Problem } from '../../documents/problem.ts';
import { problemFrom } from '../finding.ts';
import type { Finding } from '../finding.ts';

/** What a document is by its apiVersion and kind alone. */
export type DocumentIdentity =
  | { readonly is: 'workerapp' }
  | { readonly is: 'celldstack' }
  | { readonly is: 'object'; readonly group: string; readonly kind: string }
  | { readonly is: 'refused'; readonly problem: Problem };

const GROUP = 'celld-operator.io';
const VERSION = 'v1alpha1';
const KIND = 'WorkerApp';
/** The operator's group before it was renamed. Source: facts/bug-reports.md A3. */
const OLD_GROUP = 'platform.ezghcloud.com';
const STACK_GROUP = 'hops.ops.com.ai';
const STACK_KIND = 'CelldStack';
const PLATFORM_GROUP = 'celld-gitops.io';

const API_VERSION = /^(?:([a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?)\/)?(v[0-9][a-z0-9]{0,20})$/;
const KIND_NAME = /^[A-Z][A-Za-z0-9]{0,62}$/;

/**
 * Tells a WorkerApp from other Kubernetes objects, by group and kind: other projects have the same kind (bug row A3).
 * A WorkerApp of another group or version is refused by name, never half understood.
 */
export function identifyDocument(document: LocatedDocument): DocumentIdentity {
  const { value } = document;
  const apiVersion = isJsonObject(value) ? value['apiVersion'] : undefined;
  const kind = isJsonObject(value) ? value['kind'] : undefined;
  const match = typeof apiVersion === 'string' ? API_VERSION.exec(apiVersion) : null;
  if (match === null || typeof kind !== 'string' || !KIND_NAME.test(kind))
    return refused(document, notKubernetes());
  const group = match[1] ?? '';
  const finding = judge(group, match[2] ?? '', kind);
  if (finding !== undefined) return refused(document, finding);
  if (group === GROUP) return { is: 'workerapp' };
  return group === STACK_GROUP && kind === STACK_KIND ? { is: 'celldstack' } : { is: 'object', group, kind };
}

function judge(group: string, version: string, kind: string): Finding | undefined {
  if (group === GROUP) return judgeOwn(version, kind);
  if (group === PLATFORM_GROUP) return ownFile();
  if (group === OLD_GROUP) return oldGroup();
  if (group === STACK_GROUP && kind === STACK_KIND) return stackVersion(version);
  return kind === KIND ? foreignGroup() : undefined;
}

function judgeOwn(version: string, kind: string): Finding | undefined {
  if (kind !== KIND) {
    const near = nearestName(kind, [KIND]);
    const hint =
      near === undefined
        ? `this plugin renders ${KIND}; exclude what is for celld-operator itself`
        : `did you mean ${near}?`;
    return {
      code: 'OWN_KIND_UNKNOWN',
      path: ['kind'],
      message: `the kind must be ${KIND} in group ${GROUP}`,
      hint,
    };
  }
  if (version === VERSION) return undefined;
  return {
    code: 'WORKERAPP_VERSION',
    path: ['apiVersion'],
    message: `a WorkerApp must have apiVersion ${GROUP}/${VERSION}: its version is ${version}`,
    hint: `write apiVersion: ${GROUP}/${VERSION}`,
  };
}

function stackVersion(version: string): Finding | undefined {
  if (version === VERSION) return undefined;
  return {
    code: 'CELLDSTACK_VERSION',
    path: ['apiVersion'],
    message: `a CelldStack must have apiVersion ${STACK_GROUP}/${VERSION}: its version is ${version}`,
    hint: `write apiVersion: ${STACK_GROUP}/${VERSION}`,
  };
}

function oldGroup(): Finding {
  return {
    code: 'WORKERAPP_GROUP_OLD',
    path: ['apiVersion'],
    message: `the API group must be ${GROUP}: ${OLD_GROUP} is its former name`,
    hint: `write apiVersion: ${GROUP}/${VERSION}, and compare the fields: they changed too`,
  };
}

function foreignGroup(): Finding {
  return {
    code: 'WORKERAPP_GROUP_FOREIGN',
    path: ['apiVersion'],
    message: `a WorkerApp must be of API group ${GROUP}: this one belongs to another product`,
    hint: `write apiVersion: ${GROUP}/${VERSION} if a celld fleet is meant; else exclude the file`,
  };
}

function ownFile(): Finding {
  return {
    code: 'PLATFORM_IN_FOLDER',
    path: ['apiVersion'],
    message: `an object of group ${PLATFORM_GROUP} must not stand in an application folder`,
    hint: 'the platform file is mounted into the plugin sidecar by the platform team; delete or exclude this one',
  };
}

function notKubernetes(): Finding {
  return {
    code: 'DOCUMENT_NOT_KUBERNETES',
    path: [],
    message: 'it must be a Kubernetes object: apiVersion and kind are missing or malformed',
    hint: 'add them, or leave the file out with the plugin parameter exclude',
  };
}

function refused(document: LocatedDocument, finding: Finding): DocumentIdentity {
  return { is: 'refused', problem: problemFrom(finding, document, 'Cannot render the document') };
}
