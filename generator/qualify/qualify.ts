import { tryContract } from './contract.ts';
import { createProbe, type ProbeOptions } from './probe.ts';
import {
  type Finding,
  type Property,
  PROPERTY_NAMES,
  type Qualification,
  qualificationOf,
  unknown,
} from './properties.ts';
import { type RaceOptions, raceToCreate, raceToReplace } from './race.ts';

export interface QualifyOptions extends ProbeOptions, RaceOptions {}

export interface Report {
  readonly qualification: Qualification;
  /** One a property, in the order of the table. */
  readonly findings: readonly Finding[];
  /** Keys of this run that could not be removed. */
  readonly left: readonly string[];
}

/** Every property of the table, tried below the run's own prefix, which is empty again at the end. */
export async function qualify(options: QualifyOptions): Promise<Report> {
  const probe = createProbe(options);
  const findings = [...(await tryContract(probe))];
  // A store that cannot even be written to would be raced in vain.
  if (findings[0]?.verdict === 'holds')
    findings.push(await raceToCreate(probe, options), await raceToReplace(probe, options));
  // Also where the run was ended: no call rejects, and what was written is this run's to remove.
  const left = await probe.cleanUp();
  const all = PROPERTY_NAMES.map((name) => findingOf(name, findings));
  return { qualification: qualificationOf(all), findings: all, left };
}

function findingOf(name: Property, findings: readonly Finding[]): Finding {
  return findings.find(({ property }) => property === name) ?? unknown(name, 'an earlier step did not hold');
}
