import { CmsError } from "./errors.ts";
import { isPrototypeName, isWindowsDevice } from "./reserved-names.ts";

/** Keys before the fields of every published entry, in the specification's order. */
export const SYSTEM_KEYS = [
  "id",
  "slug",
  "createdAt",
  "updatedAt",
  "publishedAt",
  "sortOrder",
] as const;

export type SystemKey = (typeof SYSTEM_KEYS)[number];

const TYPE_API_ID = /^[a-z][a-z0-9_-]{0,63}$/;
const FIELD_API_ID = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;
const FIELD_ID = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;

/** Keys of published entries, which fields cannot use. */
const RESERVED_FIELDS: ReadonlySet<string> = new Set(SYSTEM_KEYS);

/** Keys of entry files, which internal field ids cannot use. */
const RESERVED_KEYS: ReadonlySet<string> = new Set([
  "id",
  "schema",
  "createdAt",
  "publishAt",
  "unpublishAt",
  "sortOrder",
]);

const MAX_LENGTH = 64;

/** @throws CmsError `invalid_api_id` or `reserved_name` */
export function parseTypeApiId(text: string): string {
  return accept(text, typeApiIdProblem(text), reservedTypeApiId(text));
}

/** @throws CmsError `invalid_api_id` or `reserved_name` */
export function parseFieldApiId(text: string): string {
  return accept(text, fieldApiIdProblem(text), reservedFieldApiId(text));
}

/** @throws CmsError `invalid_api_id` or `reserved_name` */
export function parseFieldId(text: string): string {
  const problem = FIELD_ID.test(text)
    ? undefined
    : `"${text}" is not a valid field ID. Use 1 to 64 letters, digits, "_", or "-", and start with a letter.`;
  return accept(text, problem, reservedFieldId(text));
}

/** Derives a content type's API id from any text, distinct from all of `taken` ignoring case. */
export function makeTypeApiId(text: string, taken: Iterable<string>): string {
  const candidate = TYPE_API_ID.test(text) ? text : words(text).join("-").toLowerCase();
  return free(startWithLetter(candidate, "type"), { taken, join: "-", problem: reservedTypeApiId });
}

/** Derives a field's API id: the text itself if valid, otherwise its words in `camelCase`. */
export function makeFieldApiId(label: string, taken: Iterable<string>): string {
  const candidate = FIELD_API_ID.test(label) ? label : camelCase(words(label));
  return free(startWithLetter(candidate, "field"), {
    taken,
    join: "",
    problem: reservedFieldApiId,
  });
}

/** Derives a readable, permanent internal id for a field: the label's words in `snake_case`. */
export function makeFieldId(label: string, taken: Iterable<string>): string {
  const candidate = FIELD_API_ID.test(label) ? label : words(label).join("_").toLowerCase();
  return free(startWithLetter(candidate, "field"), { taken, join: "_", problem: reservedFieldId });
}

function typeApiIdProblem(text: string): string | undefined {
  return TYPE_API_ID.test(text)
    ? undefined
    : `"${text}" is not a valid API ID. Use 1 to 64 lowercase letters, digits, "_", or "-", and start with a letter.`;
}

function fieldApiIdProblem(text: string): string | undefined {
  return FIELD_API_ID.test(text)
    ? undefined
    : `"${text}" is not a valid API ID. Use 1 to 64 letters, digits, or "_", and start with a letter.`;
}

function reservedTypeApiId(text: string): boolean {
  return text === "index" || isPrototypeName(text) || isWindowsDevice(text);
}

function reservedFieldApiId(text: string): boolean {
  return RESERVED_FIELDS.has(text) || isPrototypeName(text);
}

function reservedFieldId(text: string): boolean {
  return RESERVED_KEYS.has(text) || isPrototypeName(text);
}

function accept(text: string, problem: string | undefined, isReserved: boolean): string {
  if (isReserved)
    throw new CmsError("reserved_name", `The name "${text}" is reserved. Choose another name.`);
  if (problem !== undefined) throw new CmsError("invalid_api_id", problem);
  return text;
}

/** Splits a text into ASCII words; drops accents and other scripts. */
function words(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return plain.replaceAll(/['’]/g, "").match(/[A-Za-z0-9]+/g) ?? [];
}

function camelCase(parts: readonly string[]): string {
  const lower = parts.map((part) => (part === part.toUpperCase() ? part.toLowerCase() : part));
  return lower.map((part, index) => withFirst(part, index > 0)).join("");
}

function withFirst(part: string, upper: boolean): string {
  const first = part.charAt(0);
  return (upper ? first.toUpperCase() : first.toLowerCase()) + part.slice(1);
}

function startWithLetter(text: string, fallback: string): string {
  if (text === "") return fallback;
  const started = /^[a-zA-Z]/.test(text) ? text : `${fallback}${text}`;
  return started.slice(0, MAX_LENGTH);
}

interface Free {
  readonly taken: Iterable<string>;
  readonly join: string;
  readonly problem: (text: string) => boolean;
}

function free(base: string, { taken, join, problem }: Free): string {
  const folded = new Set([...taken].map((name) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : `${join}${number}`;
    const name = base.slice(0, MAX_LENGTH - suffix.length) + suffix;
    if (!problem(name) && !folded.has(name.toLowerCase())) return name;
  }
}
