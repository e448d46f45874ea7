import { PARAMETER_NAMES, PARAMETERS } from './parameter-table.ts';
import type { ParameterName, ParameterRow } from './parameter-table.ts';

/** An element that Argo CD's parameters tab reads; every value is a string. Source: facts/argocd.md 1.9. */
interface AnnouncedParameter {
  readonly name: string;
  readonly title: string;
  readonly tooltip: string;
  readonly collectionType: string;
  readonly string?: string;
  readonly array?: readonly string[];
  readonly map?: Readonly<Record<string, string>>;
}

/** The JSON list for `parameters.dynamic` of the plugin configuration. Needs no input, so it never fails (bug row A10). */
export function parameterAnnouncement(): string {
  return `${JSON.stringify(PARAMETER_NAMES.map(announce), null, 2)}\n`;
}

function announce(name: ParameterName): AnnouncedParameter {
  const row: ParameterRow = PARAMETERS[name];
  const collectionType = row.forms[0] ?? 'string';
  return { name, title: row.title, tooltip: row.description, collectionType, [collectionType]: row.default };
}

/** One row of the documentation table. */
export interface ParameterDocumentation {
  readonly name: ParameterName;
  readonly forms: string;
  readonly default: string;
  readonly setBy: string;
  readonly description: string;
}

const SET_BY = {
  file: 'the Application, where openParameters of the platform file lists it',
  always: 'the plugin generator or the Application',
} as const;

/** Rows of the documentation table, in the order of the parameter table. */
export function parameterDocumentation(): readonly ParameterDocumentation[] {
  return PARAMETER_NAMES.map((name) => {
    const row: ParameterRow = PARAMETERS[name];
    return {
      name,
      forms: row.forms.join(' or '),
      default: JSON.stringify(row.default),
      setBy: SET_BY[row.access],
      description: row.description,
    };
  });
}
