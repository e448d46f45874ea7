import type { QualifyArguments } from './options.ts';
import { PROPERTIES, type Qualification } from './properties.ts';
import type { Report } from './qualify.ts';

const WORDS: Readonly<Record<Qualification, string>> = {
  qualified: 'qualified: the store keeps what celld needs',
  violates: 'violates: do not run celld on this store',
  'could-not-tell': 'could not tell: mend what is named and try again; until then do not trust the store',
};

/** For people: a line a property, then the verdict. */
export function textReport(asked: QualifyArguments, { findings, qualification, left }: Report): string {
  const lines = findings.map(({ property, verdict, detail }) =>
    `${verdict.padEnd(8)}  ${property.padEnd(16)}  ${detail === '' ? PROPERTIES[property] : detail}`.trimEnd(),
  );
  const rest =
    left.length === 0
      ? []
      : [`${left.length} objects of this run could not be removed below ${folderOf(left)}`];
  return `${[placeOf(asked), '', ...lines, '', ...rest, WORDS[qualification]].join('\n')}\n`;
}

/** For machines: stable keys. */
export function jsonReport(asked: QualifyArguments, { findings, qualification, left }: Report): string {
  const { writers, rounds } = asked;
  return `${JSON.stringify({ bucket: placeOf(asked), writers, rounds, qualification, findings, left }, null, 2)}\n`;
}

function placeOf({ bucket, endpoint }: QualifyArguments): string {
  const name = `${bucket.scheme}://${[bucket.bucket, bucket.prefix].filter((part) => part !== '').join('/')}`;
  return endpoint === undefined ? name : `${name} at ${endpoint}`;
}

function folderOf([first = '']: readonly string[]): string {
  return first.slice(0, first.lastIndexOf('/') + 1);
}
