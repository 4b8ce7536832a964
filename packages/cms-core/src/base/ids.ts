import { getRandomValues } from "node:crypto";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const FIRST = { entry: "e", media: "m", site: "s" } as const;
const ID = /^[ems][a-z2-7]{19}$/;
const ROW_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;
const ROW_ID_LENGTH = 6;

/** Kind of the named object, which determines the id's first letter. */
export type IdKind = keyof typeof FIRST;

/** Creates an id: 20 characters of lowercase base32 that start with `e`, `m`, or `s`, with 95 random bits. */
export function newId(kind: IdKind): string {
  return FIRST[kind] + randomText(19);
}

export function isEntryId(text: string): boolean {
  return text.startsWith(FIRST.entry) && ID.test(text);
}

export function isMediaId(text: string): boolean {
  return text.startsWith(FIRST.media) && ID.test(text);
}

export function isSiteId(text: string): boolean {
  return text.startsWith(FIRST.site) && ID.test(text);
}

/** Whether a text has the form of an id. Slugs cannot have it, so that every URL is unambiguous. */
export function isIdShaped(text: string): boolean {
  return ID.test(text);
}

/** Creates a short id for a repeat row that isn't in `taken`: `r` and six characters of base32. */
export function newRowId(taken: ReadonlySet<string>): string {
  for (;;) {
    const id = `r${randomText(ROW_ID_LENGTH)}`;
    if (!taken.has(id)) return id;
  }
}

/** Whether a text is a valid row id; rows written by hand can have readable ones. */
export function isRowId(text: string): boolean {
  return ROW_ID.test(text);
}

function randomText(length: number): string {
  return base32(getRandomValues(new Uint8Array(length)));
}

/** Returns a letter or digit for the low five bits of each byte. */
export function base32(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += ALPHABET.charAt(byte % ALPHABET.length);
  return text;
}
