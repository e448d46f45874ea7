import type { CodeTable } from './code-table.ts';

export const WORKERAPP_CODES = {} as const satisfies CodeTable;
