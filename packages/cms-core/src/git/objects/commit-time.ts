import { parseTrailers } from "./trailers.ts";

/** The last second of the year 9999: later times have no ISO 8601 form that is read everywhere. */
const LAST_SECOND = 253_402_300_799;

/** The trailer with what git's whole seconds leave out: three digits. */
export const MILLISECONDS = "Loam-Milliseconds";

/**
 * Milliseconds since 1970 of a commit's time: git's seconds, and the milliseconds that its trailer adds. Whoever
 * pushes says what they are, so the time is kept within what can be written: what follows from a commit must be
 * readable, whatever its clock said.
 */
export function timeOfCommit(seconds: string, milliseconds = ""): number {
  const time = Number(seconds);
  if (!Number.isFinite(time)) return 0;
  const added = /^\d{3}$/.test(milliseconds) ? Number(milliseconds) : 0;
  return Math.min(Math.max(time, 0), LAST_SECOND) * 1000 + added;
}

/** The same of a commit that is read whole. */
export function timeOfMessage(seconds: number, message: string): number {
  return timeOfCommit(String(seconds), parseTrailers(message)[MILLISECONDS]);
}

/** The trailer of a commit that is made at a time; none for a whole second. */
export function millisecondsTrailer(when: Date): Readonly<Record<string, string>> {
  const digits = when.toISOString().slice(-"123Z".length, -1);
  return digits === "000" ? {} : { [MILLISECONDS]: digits };
}
