const MS_PER_DAY = 86_400_000;

/** RFC 3339 in whole seconds, as the API server writes times. `milliseconds` since the epoch. */
export function timestamp(milliseconds: number): string {
  return `${day(milliseconds)}T${time(milliseconds)}Z`;
}

/** RFC 3339 in microseconds, as a Lease has it (`metav1.MicroTime`). */
export function microTimestamp(milliseconds: number): string {
  const rest = Math.floor(milliseconds % 1000);
  return `${day(milliseconds)}T${time(milliseconds)}.${pad(rest, 3)}000Z`;
}

function time(milliseconds: number): string {
  const seconds = Math.floor((milliseconds % MS_PER_DAY) / 1000);
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => pad(Math.floor(part), 2))
    .join(':');
}

/** The civil date of a day since the epoch, by Howard Hinnant's algorithm: the folder has no platform clock. */
function day(milliseconds: number): string {
  const shifted = Math.floor(milliseconds / MS_PER_DAY) + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * ofYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const dayOfMonth = ofYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfMonth, 2)}`;
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
