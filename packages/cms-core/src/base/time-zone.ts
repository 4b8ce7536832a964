/** Whether a text is the IANA name of a time zone, such as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  // `Intl` also accepts offsets such as +09:00, which have no daylight saving time and no name.
  if (!/^[A-Za-z]/.test(name)) return false;
  if (formats.has(name)) return true;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the day of an instant in a time zone, as `YYYY-MM-DD`. */
export function dayInZone(instant: string, timeZone: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() + offsetAt(at, timeZone)).toISOString().slice(0, 10);
}

/** Converts a local time in a time zone to an instant. For an hour that occurs twice, returns the first. */
export function fromLocal(local: string, timeZone: string): string {
  const shown = Date.parse(local);
  const guess = shown - offsetAt(new Date(shown), timeZone);
  return new Date(shown - offsetAt(new Date(guess), timeZone)).toISOString();
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for an unknown time zone */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  return format;
}

/** Returns how far a zone is ahead of UTC, in milliseconds. */
function offsetAt(at: Date, timeZone: string): number {
  const name =
    formatOf(timeZone)
      .formatToParts(at)
      .find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0", seconds = "0"] =
    /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? [];
  const ahead = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -ahead : ahead;
}
