const WORDS_A_MINUTE = 220;

/** Returns the reading time in minutes, at least one. */
export function readingMinutes(text: string): number {
  return Math.max(1, Math.round(text.split(/\s+/u).length / WORDS_A_MINUTE));
}

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Formats `2026-08-04` as "4 August 2026", independent of the time zone. */
export function dayText(date: string): string {
  return DAY.format(new Date(date));
}

/** `1 post`, `2 posts`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
