import { Counter, Gauge, type MetricType, Registry } from 'prom-client';
import type { MetricRow, ScrapeView } from './metric-row.ts';
import { METRICS } from './metric-table.ts';

export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

/** Renders a view as Prometheus text, or as OpenMetrics where the scraper asks for it. */
export type Expose = (view: ScrapeView, accept: string | undefined) => Promise<Exposition>;

/** A registry for each format: the library renames counters in OpenMetrics. */
export function exposition(): Expose {
  const text = rowRegistry('text');
  const open = rowRegistry('openmetrics');
  return async (view, accept) => {
    const wanted = acceptsOpenMetrics(accept) ? open : text;
    return { contentType: wanted.contentType, text: await wanted.render(view) };
  };
}

interface RowRegistry {
  readonly contentType: string;
  readonly render: (view: ScrapeView) => Promise<string>;
}

/**
 * One update path: the metrics keep nothing, each reads its samples from the view at hand. Rendering runs every `get` in
 * one go before anything is awaited, so a scrape that comes meanwhile mixes nothing in.
 */
function rowRegistry(format: 'text' | 'openmetrics'): RowRegistry {
  const registry = new Registry();
  if (format === 'openmetrics') useOpenMetrics(registry);
  let current: ScrapeView | undefined;
  for (const row of METRICS) addMetric(registry, row, { format, view: () => current });
  return {
    contentType: registry.contentType,
    render: (view) => {
      current = view;
      const rendering = registry.metrics();
      current = undefined;
      return rendering;
    },
  };
}

/** The library's types know the format only as another type of registry. */
function useOpenMetrics(registry: Registry): void {
  const open = registry as unknown as Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>;
  open.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
}

interface Adding {
  readonly format: 'text' | 'openmetrics';
  readonly view: () => ScrapeView | undefined;
}

function addMetric(registry: Registry, row: MetricRow, { format, view }: Adding): void {
  const { help, type } = row;
  const settings = { name: row.name, help, labelNames: [...row.labels], registers: [registry] };
  const metric = type === 'counter' ? new Counter(settings) : new Gauge(settings);
  // OpenMetrics names a counter without the suffix that its samples have.
  const name = format === 'openmetrics' && type === 'counter' ? row.name.replace(/_total$/, '') : row.name;
  const values = (): Sampled[] => {
    const seen = view();
    const samples = seen === undefined ? [] : row.samples(seen);
    return samples.filter(({ value }) => Number.isFinite(value));
  };
  metric.get = () =>
    Promise.resolve({
      name,
      help,
      type: typeOf(type),
      aggregator: 'sum',
      values: values(),
      collect: NOTHING,
    });
}

interface Sampled {
  readonly labels: Record<string, string>;
  readonly value: number;
}

const NOTHING = (): void => undefined;

/** The library declares an enum of numbers, and at run time has words. */
function typeOf(type: MetricRow['type']): MetricType {
  return type as unknown as MetricType;
}

/** By the header alone: Prometheus names it before the text format, whatever the weights. */
function acceptsOpenMetrics(accept: string | undefined): boolean {
  return accept?.includes('application/openmetrics-text') === true;
}
