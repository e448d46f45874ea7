import { pino, type DestinationStream } from 'pino';
import type { Clock } from '../fleet/clock.ts';
import { prettyLine } from './log/pretty-line.ts';

export type LogFields = Readonly<Record<string, unknown>>;

/** Lines for people and for machines: the fields, then a sentence. */
export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

export interface LogOptions {
  /** Writes to standard error, whole and at once; standard output is never a log's. */
  readonly write: (text: string) => void;
  /** Lines for a person's terminal instead of JSON. */
  readonly pretty: boolean;
  readonly clock: Pick<Clock, 'now'>;
  readonly level?: 'debug' | 'info' | 'warn' | 'error';
  /** On every line, such as the fleet and the Job. */
  readonly fields?: LogFields;
}

/** Should a credential ever come near a field, it does not come out. */
const SECRETS = ['authorization', 'token', 'headers', 'password'].flatMap((key) => [key, `*.${key}`]);

/** A structured log: `{"level":"info","time":"2026-11-29T16:20:00.000Z",...,"msg":"..."}`, a line each. */
export function createLog(options: LogOptions): Log {
  const { write, pretty, clock, level = 'info', fields = {} } = options;
  const stream: DestinationStream = { write: pretty ? (line) => write(prettyLine(line)) : write };
  return pino(
    {
      level,
      base: fields,
      redact: { paths: SECRETS, censor: '(removed)' },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: () => `,"time":"${new Date(clock.now()).toISOString()}"`,
    },
    stream,
  );
}
