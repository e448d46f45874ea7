import type { CodeTable } from './code-table.ts';

export const PARAMETER_CODES = {} as const satisfies CodeTable;
