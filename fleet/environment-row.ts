import type { EnvironmentInput } from './environment-input.ts';
import type { VersionText } from './version.ts';

/** Where a variable's value comes from, if not from text. */
export type EnvironmentReference =
  | { readonly fieldPath: string }
  | { readonly secret: string; readonly key: string; readonly optional?: true };

/** One variable in the versions from `since` on and before `before`; `read` answers undefined where it is left out. */
export interface EnvironmentRow {
  readonly name: string;
  readonly since: VersionText;
  readonly before?: VersionText;
  readonly read: (input: EnvironmentInput) => string | EnvironmentReference | undefined;
  /** What is written, for the documentation. */
  readonly shows: string;
  readonly source: string;
}
