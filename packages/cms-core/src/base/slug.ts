import { isIdShaped } from "./ids.ts";
import { isWindowsDevice } from "./reserved-names.ts";
import { composeText } from "./text.ts";

const SLUG = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}][\p{Ll}\p{Lo}\p{Lm}\p{N}\p{M}._~-]{0,190}$/u;

/** Separates the folders of a slug, in place of the slash in a URL: `guides~start`. */
export const FOLDER_SIGN = "~";

/** Maximum number of code points of a slug. */
export const SLUG_CHARACTERS = 191;

/** Maximum UTF-8 bytes of a slug; with `.json` it is a valid filename on every system. */
export const SLUG_BYTES = 250;

/** Returns why a text isn't a slug, as a sentence, or undefined if it is one. */
export function slugProblem(text: string): string | undefined {
  if (!SLUG.test(text)) {
    return "A slug has 1 to 191 characters: lowercase letters of any script, digits, and . _ ~ -. It starts with a letter or digit.";
  }
  if (composeText(text) !== text) return "A slug must be in Unicode NFC.";
  if (text.endsWith(".")) return "A slug cannot end with a period.";
  if (Buffer.byteLength(text) > SLUG_BYTES) {
    return `A slug can have up to ${SLUG_BYTES} bytes of UTF-8.`;
  }
  if (text === "index") return `The slug "index" is reserved for index files.`;
  if (isIdShaped(text)) return `The slug "${text}" looks like an ID.`;
  return isWindowsDevice(text) ? `"${text}" is a reserved file name on Windows.` : undefined;
}

/** Returns the form in which slugs of one type must differ, because file systems can be case-insensitive. */
export function foldSlug(slug: string): string {
  return composeText(composeText(slug).toUpperCase().toLowerCase());
}
