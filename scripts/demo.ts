import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinObjects, writeObject } from '../cmp/render/output-object.ts';
import { endingTable } from './demo/ending-table.ts';
import { clockText, COLUMNS, eventLines, LEGEND, type Paper, wrap } from './demo/event-lines.ts';
import { pacemaker } from './demo/pace.ts';
import { playStory, type Teller, type ToldChapter } from './demo/play-story.ts';
import { explain } from './demo/show-render.ts';
import { FIRST_STORY, SECOND_STORY } from './demo/story.ts';
import { type Example, readExample } from './examples/example.ts';
import { renderExample } from './examples/render-example.ts';

const EXAMPLE = 'quick-start';
const PAPER: Paper = { width: process.stdout.columns || 120, isColoured: process.stdout.isTTY };

/** Shows the main job: a WorkerApp file in, what Argo CD would apply out, and what the Jobs then make of it. */
async function main(): Promise<number> {
  const example = readExample(join('examples', EXAMPLE), EXAMPLE);
  await showRender(example);
  const told = await rehearse(example);
  heading('How it went');
  print(endingTable(told.map(({ end }) => end)));
  const wrong = told.flatMap(({ end, mismatches }) => mismatches.map((what) => `${end.name}: ${what}\n`));
  for (const line of wrong) print(`\nNot as it should be: ${line}`);
  if (wrong.length > 0) return 1;
  print('\nMore cases: examples/. What the Jobs guarantee: docs/safety.md.\n');
  return 0;
}

async function showRender(example: Example): Promise<void> {
  const { objects, warnings } = await renderExample(example);
  heading(`What the team commits (${example.request.folder})`);
  for (const file of readdirSync(example.request.folder))
    print(readFileSync(join(example.request.folder, file), 'utf8'));
  heading('What Argo CD would apply');
  print(joinObjects(objects.map(writeObject)));
  heading('Why each object is there');
  print(explain(objects));
  for (const warning of warnings) print(`warning: ${warning}\n`);
}

/** In a simulated cluster, by the programs that the real Jobs run. */
async function rehearse(example: Example): Promise<readonly ToldChapter[]> {
  heading('What happens then: a rehearsal in a simulated cluster, in virtual time');
  print(`${LEGEND}\nopen: the ordinals that the StatefulSet controller may move\n`);
  const told = await playStory(example, FIRST_STORY, teller());
  return told.some(({ mismatches }) => mismatches.length > 0)
    ? told
    : [...told, ...(await playStory(example, SECOND_STORY, teller()))];
}

function teller(): Teller {
  const pace = pacemaker(process.stdout.isTTY);
  return {
    begin: ({ name, introduction, isBrief }) => {
      print(`\n-- ${name} --\n${wrap(introduction, PAPER.width).join('\n')}\n`);
      if (isBrief !== true) print(`\n${COLUMNS}\n`);
    },
    event: async (event) => {
      await pace(event.at);
      print(eventLines(event, PAPER));
    },
    end: ({ phase, milliseconds }) =>
      print(`The sync has ${phase.toLowerCase()} after ${clockText(milliseconds)}.\n`),
  };
}

function heading(text: string): void {
  print(`\n== ${text} ==\n\n`);
}

function print(text: string): void {
  process.stdout.write(text);
}

// `npm run demo | head` closes the pipe: nobody reads any more.
process.stdout.on('error', () => process.exit());
process.exitCode = await main();
