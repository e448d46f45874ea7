import { joinObjects, writeObject } from '../cmp/render/output-object.ts';
import { listExamples } from './examples/example.ts';
import { renderExample } from './examples/render-example.ts';
import { writeGenerated } from './generated-file.ts';

/** Writes examples/<name>/expected.yaml; the diff is to be read before it is committed. */
for (const example of listExamples()) {
  const { objects } = await renderExample(example);
  writeGenerated(example.expectedFile, joinObjects(objects.map(writeObject)));
}
