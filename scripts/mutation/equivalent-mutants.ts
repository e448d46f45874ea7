/** Mutants that no test can tell from the program, by the names that `mutants.ts` gives them, and why. */
export const EQUIVALENT_MUTANTS: Readonly<Record<string, string>> = {};
