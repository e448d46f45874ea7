const PLAIN = /^[A-Za-z0-9._/@+ -]+$/;

/** A file name as messages show it: as it is, or as an ASCII JSON string where it holds anything that could deceive. */
export function shownFileName(name: string): string {
  if (PLAIN.test(name)) return name;
  return JSON.stringify(name).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
