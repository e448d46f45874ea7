import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../documents/json.ts';
import { LABELS } from '../../../fleet/labels.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import type { ControlPlaneChoices } from '../harness/control-plane-flags.ts';
import { installCrds, ownCrds } from '../harness/install-crds.ts';
import { textAt } from '../harness/json-at.ts';
import type { PodBehaviour } from '../../support/kubelet/settings.ts';
import { type Kubelet, startKubelet } from '../../support/kubelet/start-kubelet.ts';
import { deniedCalls } from './audit.ts';
import { DEPLOYMENT } from './fleet.ts';
import { type Change, record, type Recording } from './record.ts';

/** Everything that scenarios run on: a control plane, a kubelet, and a record of what changes. */
export interface Stage {
  readonly plane: ControlPlane;
  readonly kubelet: Kubelet;
  readonly recording: Recording;
  /** How new pods of the fleets in a namespace behave from now on. */
  behave(namespace: string, behaviour: (pod: JsonObject) => PodBehaviour): void;
  /** Ends all of it. Throws where a Job was denied anything, unless that was the point. */
  strike(options?: { readonly deniedOnPurpose?: boolean }): Promise<void>;
}

export interface StageChoices extends ControlPlaneChoices {
  /** Definitions beside our own. */
  readonly crds?: readonly string[];
  readonly kinds?: readonly Change['kind'][];
}

export async function setStage(choices: StageChoices = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'celld-gitops-stage-'));
  const plane = await startControlPlane(choices);
  await installCrds(plane, [...(await ownCrds()), ...(choices.crds ?? [])]);
  const behaviours = new Map<string, (pod: JsonObject) => PodBehaviour>();
  const kubelet = await startKubelet({
    kubeconfig: plane.kubeconfig,
    folder,
    deployment: DEPLOYMENT,
    behaviour: (pod) => {
      const isFleets = textAt(pod, 'metadata', 'labels', LABELS.workerapp) !== '';
      return (isFleets ? behaviours.get(textAt(pod, 'metadata', 'namespace'))?.(pod) : undefined) ?? {};
    },
  });
  const recording = await record(plane.kubeconfig, choices.kinds);
  return {
    plane,
    kubelet,
    recording,
    behave: (namespace, behaviour) => void behaviours.set(namespace, behaviour),
    strike: async ({ deniedOnPurpose = false } = {}) => {
      const denied = await deniedCalls(plane);
      recording.close();
      await kubelet.stop();
      await plane.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      if (!deniedOnPurpose) assert.deepEqual(denied, [], 'a Job was denied what it asked for');
    },
  };
}
