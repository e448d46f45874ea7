import { MAX_HOST_LENGTH, peerHost } from '../../fleet/listen.ts';
import { MAX_ORDINAL, podName } from '../../fleet/names.ts';
import type { Finding } from '../finding.ts';
import type { Rule } from './context.ts';

/** Fleet durability keeps writes on a quorum of disks: three pods that each keep theirs. facts/operators.md A1. */
const FLEET_LEAST = 3;

const checkFleetStorage: Rule = ({ app }) => {
  if (app.spec.durability !== 'fleet' || app.spec.storage !== undefined) return [];
  return [
    {
      code: 'DURABILITY_FLEET',
      path: ['spec', 'storage'],
      message: 'spec.storage must be set with durability fleet: it is absent',
      hint: 'write storage with sizeGi, or durability: bucket',
    },
  ];
};

const checkFleetSize: Rule = ({ app }) => {
  if (app.spec.durability !== 'fleet') return [];
  const { autoscaling, replicas } = app.spec;
  const findings: Finding[] = [];
  if (replicas < FLEET_LEAST) findings.push(tooSmall(['spec', 'replicas'], replicas));
  if (autoscaling.enabled && autoscaling.minReplicas < FLEET_LEAST) {
    findings.push(tooSmall(['spec', 'autoscaling', 'minReplicas'], autoscaling.minReplicas));
  }
  return findings;
};

function tooSmall(path: readonly string[], value: number): Finding {
  return {
    code: 'DURABILITY_FLEET',
    path,
    message: `${path.join('.')} must be >= ${FLEET_LEAST} with durability fleet: current value is ${value}`,
    hint: `write ${FLEET_LEAST} or more, or durability: bucket`,
  };
}

/** Judged with autoscaling off too: the API server's own rule on the WorkerApp does not ask whether it is on. */
const checkBounds: Rule = ({ app }) => {
  const { minReplicas, maxReplicas } = app.spec.autoscaling;
  if (minReplicas <= maxReplicas) return [];
  return [
    {
      code: 'AUTOSCALING_BOUNDS',
      path: ['spec', 'autoscaling', 'minReplicas'],
      message: `spec.autoscaling.minReplicas must be <= maxReplicas: current values are ${minReplicas} and ${maxReplicas}`,
      hint: 'lower minReplicas (2 unless written) or raise maxReplicas (10 unless written)',
    },
  ];
};

/** Peers dial each other by DNS name, and celld refuses one that is too long at start. */
const checkPeerHost: Rule = ({ app, destination }) => {
  const { name } = app.metadata;
  const { clusterDomain } = app.spec;
  const host = peerHost(podName(name, MAX_ORDINAL), {
    app: name,
    namespace: destination.namespace,
    clusterDomain,
  });
  if (host.length <= MAX_HOST_LENGTH) return [];
  return [
    {
      code: 'HOST_TOO_LONG',
      path: ['spec', 'clusterDomain'],
      message: `the DNS name of a pod must have at most ${MAX_HOST_LENGTH} characters: it has ${host.length}`,
      hint: 'shorten the name of the WorkerApp, the namespace or spec.clusterDomain',
    },
  ];
};

export const SIZE_RULES: readonly Rule[] = [checkFleetStorage, checkFleetSize, checkBounds, checkPeerHost];
