import { FRESH_SECONDS } from '../../fleet/observe/scaler-answer.ts';
import { METRICS } from '../../metrics/metric-table.ts';
import { ENDPOINTS } from '../../metrics/routes.ts';
import { markdownTable, page } from './markdown.ts';

/** What the exporter serves: endpoints, the scaler's fields, and every metric. */
export function metricsPage(): string {
  return page(
    'Metrics of the exporter',
    `## Endpoints

${markdownTable(
  ['path', 'answers'],
  Object.entries(ENDPOINTS).map(([path, what]) => [`\`${path}\``, what]),
)}
## Fields of \`/scaler/NAMESPACE/APP\`

${markdownTable(['field', 'meaning'], SCALER_FIELDS)}
While a census is not complete, or older than ${FRESH_SECONDS} s, the answer is 503 with the reason in \`error\`, which KEDA takes as an error: it keeps
the size. A fleet that is not known is 404.

## Metrics

What is not known has no sample; a pod or fleet that is gone has none either. A fleet that was last seen ${FRESH_SECONDS} s ago or earlier shows
\`celld_fleet_complete 0\` and no pods. \`fleet_namespace\` and \`fleet_pod\` say the same as \`namespace\` and \`pod\`, and no scrape configuration
renames them: query by these.

${markdownTable(
  ['metric', 'type', 'labels', 'meaning'],
  METRICS.map(({ name, type, labels, help }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ]),
)}`,
  );
}

const SCALER_FIELDS: readonly (readonly string[])[] = [
  ['`utilization`', 'mean over the pods of occupied cells by residency cap, from 0 on'],
  ['`shedding`', '1 where any pod refuses admission, else 0'],
  [
    '`capacity_waiting`',
    'cells that wait behind the residency cap, over all pods; where every pod tells it (celld 0.2.1)',
  ],
  ['`memory_headroom`', 'the smallest spare memory that a pod tells; where every pod tells it (celld 0.5)'],
  ['`pods`', 'pods in the census'],
  ['`age_seconds`', 'seconds since the sweep'],
];
