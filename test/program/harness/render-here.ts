import { generate } from '../../../cmp/generate.ts';
import { joinObjects, writeObject, type WrittenObject } from '../../../cmp/render/output-object.ts';
import { sha256Hex } from '../../../cmp/sha256.ts';
import { formatProblem } from '../../../documents/problem.ts';

/** What the program prints for a folder, rendered in this process from the sources; throws with every problem. */
export async function renderHere(folder: string, namespace = 'team-a'): Promise<string> {
  const written: WrittenObject[] = [];
  const tools = { sha256Hex, monotonic: () => performance.now() };
  const result = await generate({ folder, namespace }, tools, (object) => written.push(writeObject(object)));
  if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'));
  return joinObjects(written);
}
