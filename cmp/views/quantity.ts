/**
 * Quantities as the API server stores them: the largest suffix that keeps the number whole.
 * Written any other way they come back changed, and Argo CD shows drift (facts/bug-reports.md A15).
 */
export function gibibytes(gi: number): string {
  return gi % 1024 === 0 ? `${gi / 1024}Ti` : `${gi}Gi`;
}

/** 1500 is `1500m`, 2000 is `2`, and a million is `1k`. */
export function milliCpu(millis: number): string {
  if (millis % 1_000_000 === 0) return `${millis / 1_000_000}k`;
  return millis % 1000 === 0 ? `${millis / 1000}` : `${millis}m`;
}
