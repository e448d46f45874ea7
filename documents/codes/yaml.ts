import type { CodeTable } from './code-table.ts';

export const YAML_CODES = {} as const satisfies CodeTable;
