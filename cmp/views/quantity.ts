/**
 * Quantities as the API server stores them: the largest suffix that keeps the number whole.
 * Written any other way they come back changed, and Argo CD shows drift (facts/bug-reports.md A15).
 */
export function gibibytes(gi: number): string {
  return gi % 1024 === 0 ? `${gi / 1024}Ti` : `${gi}Gi`;
}

/** 1000 and above in whole cores where possible, so `1500m` and `2`. */
export function milliCpu(millis: number): string {
  return millis % 1000 === 0 ? `${millis / 1000}` : `${millis}m`;
}
