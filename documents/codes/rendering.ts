import type { CodeTable } from './code-table.ts';

export const RENDERING_CODES = {} as const satisfies CodeTable;
