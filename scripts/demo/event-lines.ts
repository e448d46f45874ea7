import type { Actor, RehearsalEvent } from '../../rehearsal/event.ts';
import type { PodMark } from '../../rehearsal/fleet-picture.ts';

const MARKS: Readonly<Record<PodMark, string>> = {
  old: '○',
  new: '●',
  warming: '◐',
  starting: '◌',
  ending: '×',
  none: '·',
};
export const LEGEND =
  'pods: ○ serves, old template  ● serves, new template  ◐ restores its cells  ◌ starts  × ends  · is not there';
export const COLUMNS = `${'time'.padStart(6)}  pods    open    who`;

const COLOURS: Readonly<Record<Actor, number>> = {
  git: 35,
  'Argo CD': 36,
  gate: 33,
  rollout: 32,
  pods: 90,
};
/** Columns before the text. */
const INDENT = 33;

/** Virtual time as `2:05`. */
export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export interface Paper {
  /** Characters that fit in a line. */
  readonly width: number;
  readonly isColoured: boolean;
}

/** One event: when, how the fleet stands, from which ordinal on it is open, who, and what. */
export function eventLines({ at, by, text, fleet }: RehearsalEvent, { width, isColoured }: Paper): string {
  const pods = fleet.pods.map((mark) => MARKS[mark]).join(' ');
  const open = fleet.partition === undefined ? '-' : `from ${fleet.partition}`;
  const head = `${clockText(at).padStart(6)}  ${pods.padEnd(6)}  ${open.padEnd(6)}  `;
  const who = by.padEnd(INDENT - head.length);
  const lines = wrap(shorten(text), Math.max(40, width - INDENT));
  const coloured = isColoured ? `\u001b[${COLOURS[by]}m${who}\u001b[0m` : who;
  return `${head}${coloured}${lines.join(`\n${' '.repeat(INDENT)}`)}\n`;
}

/** Wall clock times say nothing in virtual time: of a wait, what is waited for is told, and not until when. */
function shorten(text: string): string {
  return text.replace(/,(?: since \S+,)? until \S+ at the latest$/, '');
}

export function wrap(text: string, width: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
