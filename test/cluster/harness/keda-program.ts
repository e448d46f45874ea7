import { join } from 'node:path';
import type { GoProgram } from './go-program.ts';

/** KEDA's operator and metrics adapter, and what makes the certificates between them and the API server. */
export const KEDA_PROGRAM: GoProgram = {
  folder: join(import.meta.dirname, '../go/keda'),
  modfile: 'go.mod',
  variables: { 'github.com/kedacore/keda/v2/version.Version': '2.21.0' },
  names: ['keda-operator', 'keda-adapter', 'keda-certificates'],
  real: {
    'keda-operator': 'github.com/kedacore/keda/v2/cmd/operator',
    'keda-adapter': 'github.com/kedacore/keda/v2/cmd/adapter',
  },
};
