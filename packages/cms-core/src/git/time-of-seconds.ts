/** The last second of the year 9999: later times have no ISO 8601 form that is read everywhere. */
const LAST_SECOND = 253_402_300_799;

/**
 * Milliseconds since 1970 of a commit's time as git keeps it. Whoever pushes says what it is, so it is kept
 * within what can be written: what follows from a commit must be readable, whatever its clock said.
 */
export function timeOfSeconds(seconds: string): number {
  const time = Number(seconds);
  return Number.isFinite(time) ? Math.min(Math.max(time, 0), LAST_SECOND) * 1000 : 0;
}
