import { isJsonObject } from '../../documents/json.ts';
import type { JsonValue } from '../../documents/json.ts';
import { nearestName } from '../../documents/nearest-name.ts';
import type { Problem } from '../../documents/problem.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';
import { isParameterName, PARAMETER_FORMS, PARAMETER_NAMES, PARAMETERS } from './parameter-table.ts';
import type { ParameterForm, ParameterName, ParameterRow } from './parameter-table.ts';
import { NO_PARAMETERS } from './parameters.ts';
import type { Parameters } from './parameters.ts';
import { readValue, refused } from './read-value.ts';
import type { ValueReading } from './read-value.ts';

export interface ParametersReading {
  readonly parameters: Parameters;
  readonly problems: readonly Problem[];
}

const FORM_EXAMPLES: Readonly<Record<ParameterForm, string>> = {
  string: 'string: with a text',
  array: 'array: with a list of texts',
  map: 'map: with a text by WorkerApp name',
};

const VARIABLE = 'ARGOCD_APP_PARAMETERS';

/**
 * Reads the text of ARGOCD_APP_PARAMETERS. Absent, empty and `null` mean no parameters (bug row A10); what is wrong is
 * reported all at once, and no name or value that failed its pattern is shown.
 */
export function readParameters(json: string | undefined, platform: ResolvedPlatform): ParametersReading {
  const list = parseList(json);
  if (list === undefined) {
    const message = `Cannot read plugin parameters: ${VARIABLE} must hold a JSON list`;
    const problems: Problem[] = [{ code: 'PARAMETERS_NOT_JSON', path: VARIABLE, message }];
    return { parameters: NO_PARAMETERS, problems };
  }
  const seen = new Set<ParameterName>();
  const read = list.map((entry, index) => readEntry(entry, `${VARIABLE}[${index}]`, { seen, platform }));
  return {
    parameters: Object.assign({ ...NO_PARAMETERS }, ...read.map(({ value }) => value)) as Parameters,
    problems: read.flatMap(({ problems }) => problems),
  };
}

function parseList(json: string | undefined): readonly JsonValue[] | undefined {
  if (json === undefined || json.trim() === '') return [];
  try {
    const value = JSON.parse(json) as JsonValue;
    if (value === null) return [];
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined; // the parser's own message quotes the text
  }
}

interface EntryContext {
  readonly seen: Set<ParameterName>;
  readonly platform: ResolvedPlatform;
}

function readEntry(entry: JsonValue, path: string, { seen, platform }: EntryContext): ValueReading {
  const name = isJsonObject(entry) ? entry['name'] : undefined;
  if (!isJsonObject(entry) || typeof name !== 'string') {
    const message = 'Cannot use a plugin parameter: each must be a map with a name';
    const hint = `write name: with one of ${PARAMETER_NAMES.join(', ')}`;
    return refused({ code: 'PARAMETER_FORM', path, message, hint });
  }
  if (!isParameterName(name)) return unknownName(name, path);
  if (seen.has(name)) return twice(name, path);
  seen.add(name);
  if (!isOpen(name, platform)) return notOpen(name, path);
  const forms = PARAMETER_FORMS.filter((form) => (entry[form] ?? null) !== null);
  const row: ParameterRow = PARAMETERS[name];
  const [form, ...others] = forms;
  if (form === undefined) return { value: {}, problems: [] };
  if (others.length > 0 || !row.forms.includes(form)) return wrongForm(name, path, forms);
  return readValue({ name, form, content: entry[form] ?? null, path });
}

function unknownName(name: string, path: string): ValueReading {
  const nearest = nearestName(name, PARAMETER_NAMES);
  const known = `known parameters are ${PARAMETER_NAMES.join(', ')}`;
  return refused({
    code: 'PARAMETER_UNKNOWN',
    path,
    message: 'Cannot use a plugin parameter: its name is not known',
    hint: nearest === undefined ? known : `did you mean "${nearest}"? ${known}`,
  });
}

function twice(name: ParameterName, path: string): ValueReading {
  return refused({
    code: 'PARAMETER_TWICE',
    path,
    message: `Cannot use plugin parameter "${name}": it must be set once: it is set again`,
    hint: 'keep one of the entries',
  });
}

function isOpen(name: ParameterName, platform: ResolvedPlatform): boolean {
  return PARAMETERS[name].access === 'always' || platform.openParameters.some((open) => open === name);
}

function notOpen(name: ParameterName, path: string): ValueReading {
  return refused({
    code: 'PARAMETER_NOT_OPEN',
    path,
    message: `Cannot use plugin parameter "${name}": the platform file does not open it`,
    hint: `delete the parameter, or add "${name}" to openParameters of the platform file`,
  });
}

function wrongForm(name: ParameterName, path: string, forms: readonly ParameterForm[]): ValueReading {
  const row: ParameterRow = PARAMETERS[name];
  return refused({
    code: 'PARAMETER_FORM',
    path,
    message: `Cannot use plugin parameter "${name}": it must be written as ${row.forms.join(' or ')}: it is written as ${forms.join(' and ')}`,
    hint: `write name: ${name} and ${row.forms.map((form) => FORM_EXAMPLES[form]).join(', or ')}`,
  });
}
