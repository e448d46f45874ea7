import type { CodeTable } from './code-table.ts';

export const READING_CODES = {} as const satisfies CodeTable;
