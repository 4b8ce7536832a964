import { CmsError, type ErrorCode } from "./errors.ts";
import { isIdShaped } from "./ids.ts";
import { isWindowsDevice } from "./reserved-names.ts";
import { composeText } from "./text.ts";

const ASCII_SLUG = /^[a-z0-9](?:[a-z0-9._~-]{0,189}[a-z0-9_~-])?$/;
const SLUG = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}\p{M}._~-]{0,190}$/u;

/** Between the folders of a slug, in whose place an address has a slash: `guides~start`. */
export const FOLDER_SIGN = "~";

/** Code points of a slug. */
export const SLUG_CHARACTERS = 191;

/** UTF-8 bytes of a slug: with `.json` it still is one file name on every system. */
export const SLUG_BYTES = 250;

/**
 * The slug that a text is.
 * @throws CmsError `invalid_slug` or `reserved_name`, with what to change.
 */
export function parseSlug(text: string): string {
  const problem = findProblem(text);
  if (problem !== undefined)
    throw new CmsError(problem.code, problem.message, { details: { text } });
  return text;
}

/** Why a text is not a slug, as a sentence, or undefined when it is one. */
export function slugProblem(text: string): string | undefined {
  return findProblem(text)?.message;
}

const FOLDED = /^[a-z0-9._~-]*$/;

/** The form in which two slugs of one type must differ; file systems may fold case. */
export function foldSlug(slug: string): string {
  if (FOLDED.test(slug)) return slug;
  return composeText(composeText(slug).toUpperCase().toLowerCase());
}

interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
}

function findProblem(text: string): Problem | undefined {
  // Most slugs, in a third of the time.
  if (ASCII_SLUG.test(text)) return reserved(text);
  if (!SLUG.test(text)) {
    return invalid(
      "A slug is 1 to 191 characters: lower-case letters, digits and . _ ~ -, beginning with a letter or digit.",
    );
  }
  if (composeText(text) !== text) return invalid("A slug must be in Unicode NFC.");
  if (text.endsWith(".")) return invalid("A slug cannot end in a full stop.");
  if (Buffer.byteLength(text) > SLUG_BYTES) {
    return invalid(`A slug is at most ${SLUG_BYTES} bytes of UTF-8.`);
  }
  return reserved(text);
}

function reserved(text: string): Problem | undefined {
  if (text === "index") return taken(`The slug "index" is the name of a file of its own.`);
  if (isIdShaped(text)) return taken(`The slug "${text}" has the shape of an id.`);
  if (isWindowsDevice(text)) return taken(`Windows reserves the file name "${text}".`);
  return undefined;
}

function invalid(message: string): Problem {
  return { code: "invalid_slug", message };
}

function taken(message: string): Problem {
  return { code: "reserved_name", message };
}
