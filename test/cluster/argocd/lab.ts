import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../documents/json.ts';
import { type Kubelet, startKubelet } from '../../support/kubelet/start-kubelet.ts';
import type { PodBehaviour } from '../../support/kubelet/settings.ts';
import { type ArgoCd, type ArgoCdChoices, startArgoCd } from '../argo-cd.ts';
import { type ControlPlane, startControlPlane } from '../control-plane.ts';
import { type Applications, applicationsOf } from '../harness/applications.ts';
import { createGitRepository, type GitRepository } from '../harness/git-repository.ts';
import { OPEN_PLATFORM } from '../specs/rendered-edges.ts';

/** All that a person has who deploys with Argo CD: a cluster that runs pods, Argo CD with our plugin, and git. */
export interface Lab {
  readonly plane: ControlPlane;
  readonly argo: ArgoCd;
  readonly kubelet: Kubelet;
  /** One for each Application, so that scenarios beside each other do not move each other's revision. */
  repository(name: string): Promise<GitRepository>;
  readonly applications: Applications;
  stop(): Promise<void>;
}

export interface LabChoices extends ArgoCdChoices {
  readonly behaviour?: (pod: JsonObject) => PodBehaviour;
}

/** What every bucket's pointer names, and so what fleets that pin nothing else serve. */
export const DEPLOYMENT = '3f2a9c0d1e4b5a67';

/** A second instead of ten, so that a roll takes seconds. */
const QUICK_PLATFORM = JSON.stringify({ ...OPEN_PLATFORM, rollout: { settleSeconds: 1 } });

/** Starts all of it; what was started is stopped where something else does not start. */
export async function startLab({ behaviour, ...choices }: LabChoices = {}): Promise<Lab> {
  const ends: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    const plane = await startControlPlane();
    ends.push(() => plane.stop());
    const folder = await mkdtemp(join(tmpdir(), 'celld-gitops-machines-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const repositories = new Map<string, Promise<GitRepository>>();
    ends.push(async () => {
      for (const repository of repositories.values()) await (await repository).remove();
    });
    const repository = (name: string) => {
      const known = repositories.get(name) ?? createGitRepository();
      repositories.set(name, known);
      return known;
    };
    const argo = await startArgoCd(plane, { platform: QUICK_PLATFORM, ...choices });
    ends.push(() => argo.stop());
    const kubelet = await startKubelet({
      kubeconfig: plane.kubeconfig,
      folder,
      deployment: DEPLOYMENT,
      ...(behaviour === undefined ? {} : { behaviour }),
    });
    ends.push(() => kubelet.stop());
    return { plane, argo, kubelet, repository, applications: applicationsOf(plane), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
