import type { Problem } from '../documents/problem.ts';
import type { Sha256Hex } from '../fleet/hash.ts';
import { createDeadline } from './deadline.ts';
import type { GenerateRequest } from './generate-request.ts';
import { readFolder } from './io/read-folder.ts';
import { judgeDocuments } from './judge-documents.ts';
import { parseFiles } from './parse-files.ts';
import type { Judging } from './judging.ts';
import { readSettings, type Settings } from './read-settings.ts';
import type { OutputObject } from './render/output-object.ts';
import { readGuard } from './stack/read-guard.ts';
import { renderGuard } from './stack/render-guard.ts';
import { renderFolder } from './render/render-folder.ts';

/** What rendering takes from its surroundings. */
export interface GenerateTools {
  readonly sha256Hex: Sha256Hex;
  /** Milliseconds that only ever grow. */
  readonly monotonic: () => number;
}

export type Generated =
  | { readonly ok: true; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Renders a folder: every problem of it, or every object. `accept` gets the objects of a sound folder only, but a late
 * problem can follow; use them when the answer is `ok`.
 */
export async function generate(
  request: GenerateRequest,
  tools: GenerateTools,
  accept: (object: OutputObject) => void,
): Promise<Generated> {
  const settings = await readSettings(request);
  if (settings.judging === undefined) return { ok: false, problems: settings.problems };
  const { platform, parameters } = settings.judging;
  if (parameters.guard !== '') return generateGuard(settings, settings.judging, { tools, accept });
  const deadline = createDeadline(platform.limits.deadlineSeconds, tools.monotonic);
  const folder = readFolder(request.folder, {
    recurse: parameters.recurse,
    include: parameters.include,
    exclude: parameters.exclude,
    allowSourceOverride: platform.allowSourceOverrides,
    limits: { files: platform.limits.files, bytes: platform.limits.bytes },
    goOn: deadline.goOn,
  });
  const parsed = parseFiles(folder.files, { documents: platform.limits.documents, goOn: deadline.goOn });
  const judged = judgeDocuments(parsed.documents, settings.judging, deadline.goOn);
  const problems = [...settings.problems, ...folder.problems, ...parsed.problems, ...judged.problems];
  if (!deadline.goOn()) problems.push(deadline.problem);
  const fleets = judged.apps.length + judged.stacks.length;
  if (fleets > platform.limits.apps) problems.push(tooManyApps(fleets, platform.limits.apps));
  if (problems.length === 0 && fleets + judged.objects.length === 0) problems.push(NOTHING_TO_RENDER);
  if (problems.length > 0) return { ok: false, problems };
  const rendering = renderFolder(judged, settings.judging, {
    tools: { ...settings.rendering, sha256Hex: tools.sha256Hex },
    sink: { goOn: deadline.goOn, accept },
  });
  const late = deadline.goOn() ? rendering.problems : [...rendering.problems, deadline.problem];
  return late.length > 0 ? { ok: false, problems: late } : { ok: true, warnings: rendering.warnings };
}

/** The second source of a stack's release: nothing of the folder is read. */
function generateGuard(
  { problems, rendering }: Settings,
  judging: Judging,
  { tools, accept }: { readonly tools: GenerateTools; readonly accept: (object: OutputObject) => void },
): Generated {
  const reading = readGuard(judging.parameters.guard, judging);
  const found = [...problems, ...reading.problems];
  if (reading.guarded === undefined || found.length > 0) return { ok: false, problems: found };
  const { stack } = reading.guarded;
  const rendered = renderGuard(stack, judging, { ...rendering, sha256Hex: tools.sha256Hex });
  if (rendered.problems.length > 0) return { ok: false, problems: rendered.problems };
  for (const object of rendered.objects) accept(object);
  return { ok: true, warnings: [] };
}

const NOTHING_TO_RENDER: Problem = {
  code: 'NOTHING_TO_RENDER',
  path: '',
  message: 'Cannot render the folder: it must hold a Kubernetes object: it holds none',
  hint: 'commit a WorkerApp or a CelldStack, or delete the Application: an empty output would delete what runs',
};

function tooManyApps(count: number, most: number): Problem {
  return {
    code: 'TOO_MANY_APPS',
    path: '',
    message: `Cannot render the folder: it must hold at most ${String(most)} WorkerApps and CelldStacks: it holds ${String(count)}`,
    hint: 'split the folder into several Applications',
  };
}
