import { joinObjects, writeObject } from '../cmp/render/output-object.ts';
import { listExamples } from './examples/example.ts';
import { renderGuards } from './examples/render-guards.ts';
import { renderExample } from './examples/render-example.ts';
import { writeGenerated } from './generated-file.ts';

/** Writes examples/<name>/expected.yaml, and expected-guard.yaml for stacks; the diff is to be read before it is committed. */
for (const example of listExamples()) {
  const { objects } = await renderExample(example);
  writeGenerated(example.expectedFile, joinObjects(objects.map(writeObject)));
  const guards = await renderGuards(example, objects);
  if (guards.length > 0) writeGenerated(example.guardFile, joinObjects(guards.map(writeObject)));
}
