import { CmsError } from "../../base/errors.ts";
import { isWindowsDevice } from "../../base/reserved-names.ts";
import { characterCount } from "../../base/text.ts";
import { LIMITS } from "../../model/limits.ts";
import { isMediaExtension, MEDIA_LIMITS } from "./media-kinds.ts";

/** Names of variants in the same public folder: `640.webp`. */
const VARIANT_NAME = /^\d+\.(?:webp|avif)$/;

const FALLBACK_STEM = "file";

export interface CleanFilenameOptions {
  /** Extensions (lowercase, no dot) that match the content; the first is added if there is none. */
  readonly extensions?: readonly [string, ...string[]];
}

/**
 * Returns a name that is safe as the last part of a URL and as a filename on every system: one path part of letters,
 * marks, digits, and `. _ ~ -`, NFC, at most 200 UTF-8 bytes, no reserved name, never the name of a variant, with a
 * lowercase extension that matches the content. Idempotent.
 */
export function cleanFilename(name: string, { extensions }: CleanFilenameOptions = {}): string {
  const base = cleanPart(lastPathPart(name.toWellFormed().normalize("NFC")));
  const { stem, extension } = splitExtension(base, extensions);
  const suffix = extension === "" ? "" : `.${extension}`;
  const cut = cutToBytes(stem, MEDIA_LIMITS.filenameBytes - byteLength(suffix) - PREFIX_ROOM);
  const cleaned = `${trimEnds(cut) || FALLBACK_STEM}${suffix}`;
  if (isWindowsDevice(cleaned)) return `file-${cleaned}`;
  return VARIANT_NAME.test(cleaned) ? `image-${cleaned}` : cleaned;
}

/** Bytes reserved for the `image-` prefix of a reserved name. */
const PREFIX_ROOM = 6;

const encoder = new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}

function lastPathPart(name: string): string {
  return name.split(/[/\\]/).findLast((part) => part !== "") ?? "";
}

function cleanPart(part: string): string {
  return trimEnds(part.replaceAll(/[^\p{L}\p{M}\p{N}._~-]+/gu, "-").replaceAll(/-{2,}/g, "-"));
}

/** No name starts like a hidden file or an option, or ends in a way that Windows would truncate. */
function trimEnds(text: string): string {
  return text.replace(/^[-._~]+/, "").replace(/(?<![-._~])[-._~]+$/, "");
}

function splitExtension(
  base: string,
  extensions: readonly [string, ...string[]] | undefined,
): { stem: string; extension: string } {
  const dot = base.lastIndexOf(".");
  const written = dot === -1 ? "" : base.slice(dot + 1).toLowerCase();
  const stem = dot === -1 ? base : base.slice(0, dot);
  if (extensions === undefined) {
    return isPlainExtension(written) ? { stem, extension: written } : { stem: base, extension: "" };
  }
  if (extensions.includes(written)) return { stem, extension: written };
  // A known extension that doesn't match would misrepresent the content; any other is part of the name.
  return { stem: isMediaExtension(written) ? stem : base, extension: extensions[0] };
}

function isPlainExtension(extension: string): boolean {
  return /^[a-z0-9]{1,10}$/.test(extension);
}

function cutToBytes(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  let bytes = 0;
  let cut = "";
  for (const character of text) {
    bytes += byteLength(character);
    if (bytes > maxBytes) break;
    cut += character;
  }
  return cut;
}

/**
 * Normalizes alt text: one line, NFC.
 *
 * @throws CmsError `invalid` if it is too long
 */
export function cleanAlt(alt: string): string {
  const cleaned = alt.toWellFormed().normalize("NFC").replaceAll(/\s+/gu, " ").trim();
  if (characterCount(cleaned) <= LIMITS.altCharacters) return cleaned;
  throw new CmsError("invalid", `Alt text can have up to ${LIMITS.altCharacters} characters.`, {
    issues: [{ code: "invalid", message: "The alt text is too long.", field: "alt" }],
  });
}
