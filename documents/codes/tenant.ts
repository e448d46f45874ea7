import type { CodeTable } from './code-table.ts';

export const TENANT_CODES = {} as const satisfies CodeTable;
