import { formatProblem } from '../../documents/problem.ts';
import { generate } from '../../cmp/generate.ts';
import { sha256Hex } from '../../cmp/sha256.ts';
import type { OutputObject } from '../../cmp/render/output-object.ts';
import type { Example } from './example.ts';

export interface RenderedExample {
  readonly objects: readonly OutputObject[];
  readonly warnings: readonly string[];
}

/** Renders an example in this process; throws with every problem if there is one. */
export async function renderExample({ name, request }: Example): Promise<RenderedExample> {
  const objects: OutputObject[] = [];
  const tools = { sha256Hex, monotonic: () => performance.now() };
  const result = await generate(request, tools, (object) => objects.push(object));
  if (!result.ok) throw new Error(`example ${name}:\n${result.problems.map(formatProblem).join('\n')}`);
  return { objects, warnings: result.warnings };
}
