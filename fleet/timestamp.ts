const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?Z$/;
const MS_PER_DAY = 86_400_000;

/** Milliseconds since the epoch of an RFC 3339 time in UTC, as the API server writes it; undefined for anything else. */
export function parseTimestamp(text: string | undefined): number | undefined {
  const match = TIMESTAMP.exec(text ?? '');
  if (match === null) return undefined;
  const part = (index: number) => Number(match[index]);
  const seconds = (part(4) * 60 + part(5)) * 60 + part(6);
  const fraction = Number(`0.${match[7] ?? '0'}`);
  return (
    daysSinceEpoch(part(1), part(2), part(3)) * MS_PER_DAY + seconds * 1000 + Math.floor(fraction * 1000)
  );
}

/** Howard Hinnant's days_from_civil: this folder has no platform clock to ask. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}
