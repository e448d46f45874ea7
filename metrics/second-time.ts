/** RFC 3339 in whole seconds, as `metav1.Time` has it. */
export function secondTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
