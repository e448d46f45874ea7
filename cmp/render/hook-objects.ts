import type { FleetContext } from '../views/app-context.ts';
import { hookJobView } from '../views/hook-job.ts';
import { hookRoleView, hookView } from '../views/hooks.ts';
import { WAVE_FOUNDATION, WAVE_GATE, WAVE_GATE_IDENTITY, WAVE_WORKLOAD } from '../waves.ts';
import type { FleetObject } from './fleet-object.ts';
import type { HookPolicy } from './output-object.ts';

/** Made before the gate Job and gone after a sync that went well: nothing of the gate outlives its judgement. */
const GATE_IDENTITY: HookPolicy = { phase: 'PreSync', deletion: ['BeforeHookCreation', 'HookSucceeded'] };
const GATE_JOB: HookPolicy = { phase: 'PreSync', deletion: ['BeforeHookCreation'] };
const ROLLOUT_JOB: HookPolicy = { phase: 'Sync', deletion: ['BeforeHookCreation'] };

/** Else namespace onboarding ships them (argocd/onboarding/), as it must where Argo CD impersonates. DESIGN D3, T7. */
const isRendered = ({ platform }: FleetContext): boolean => platform.rollout.rbacMode === 'rendered';
const always = (): boolean => true;

/** The two Jobs of a fleet, and as whom they run. Phases and waves: DESIGN D3, facts/proven.md 3. */
export const HOOK_OBJECTS: readonly FleetObject<FleetContext>[] = [
  {
    template: 'hook-service-account',
    why: 'as whom the gate Job runs',
    wave: () => WAVE_GATE_IDENTITY,
    wanted: isRendered,
    hook: GATE_IDENTITY,
    view: (context) => hookView(context, 'gate'),
  },
  {
    template: 'hook-role',
    why: 'what the gate Job may do: look, close the partition, approve',
    wave: () => WAVE_GATE_IDENTITY,
    wanted: isRendered,
    hook: GATE_IDENTITY,
    view: (context) => hookRoleView(context, 'gate'),
  },
  {
    template: 'hook-role-binding',
    why: 'gives the gate Job its Role',
    wave: () => WAVE_GATE_IDENTITY,
    wanted: isRendered,
    hook: GATE_IDENTITY,
    view: (context) => hookView(context, 'gate'),
  },
  {
    template: 'hook-job',
    why: 'the gate: refuses what would harm the fleet before anything is applied; moves nothing',
    wave: () => WAVE_GATE,
    wanted: always,
    hook: GATE_JOB,
    planView: (context) => hookJobView(context, 'gate'),
  },
  {
    template: 'hook-service-account',
    why: 'as whom the rollout Job runs',
    wave: () => WAVE_FOUNDATION,
    wanted: isRendered,
    view: (context) => hookView(context, 'rollout'),
  },
  {
    template: 'hook-role',
    why: 'what the rollout Job may do, by the names of this fleet’s objects',
    wave: () => WAVE_FOUNDATION,
    wanted: isRendered,
    view: (context) => hookRoleView(context, 'rollout'),
  },
  {
    template: 'hook-role-binding',
    why: 'gives the rollout Job its Role',
    wave: () => WAVE_FOUNDATION,
    wanted: isRendered,
    view: (context) => hookView(context, 'rollout'),
  },
  {
    template: 'hook-job',
    why: 'the rollout: moves the pods one at a time, only while the whole fleet is well, or says why not',
    wave: () => WAVE_WORKLOAD,
    wanted: always,
    hook: ROLLOUT_JOB,
    planView: (context) => hookJobView(context, 'rollout'),
  },
];
