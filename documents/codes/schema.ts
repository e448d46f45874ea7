import type { CodeTable } from './code-table.ts';

export const SCHEMA_CODES = {} as const satisfies CodeTable;
