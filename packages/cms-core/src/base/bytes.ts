import { isAscii, isUtf8 } from "node:buffer";
import { CmsError } from "./errors.ts";
import { sizeOf } from "./quantity.ts";
import { normalizeText } from "./text.ts";

/** Larger entry, type, or record files are rejected before they are read. */
export const MAX_FILE_BYTES = 8_388_608;

interface DecodeOptions {
  /** Named in the error. */
  readonly path?: string;
  /** @default 8 MiB */
  readonly maxBytes?: number;
}

/**
 * Decodes the text of a file: strict UTF-8 without byte order mark, `\n` as line break, NFC.
 *
 * @throws CmsError `too_large`, or `invalid_unicode` with the line of a NUL character
 */
export function decodeText(
  bytes: Uint8Array,
  { path, maxBytes = MAX_FILE_BYTES }: DecodeOptions = {},
): string {
  const place = path === undefined ? {} : { path };
  if (bytes.length > maxBytes)
    throw tooLarge(
      `is ${sizeOf(bytes.length)}, which is more than the limit of ${sizeOf(maxBytes)}`,
      place,
    );
  // ASCII is always NFC, and checking for it costs a tenth of normalizing.
  const ascii = isAscii(bytes);
  if (!ascii && !isUtf8(bytes)) throw badUnicode("is not valid UTF-8", place);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = buffer.toString(ascii ? "latin1" : "utf8");
  const nul = text.indexOf("\0");
  if (nul !== -1) {
    const line = text.slice(0, nul).split("\n").length;
    throw badUnicode(`contains a NUL character in line ${line}`, { ...place, line });
  }
  if (ascii && !text.includes("\r")) return text;
  return normalizeText(text.startsWith("\uFEFF") ? text.slice(1) : text);
}

function tooLarge(what: string, place: { path?: string }): CmsError {
  const message = `${place.path ?? "The file"} ${what}.`;
  return new CmsError("too_large", message, { issues: [{ code: "too_large", message, ...place }] });
}

function badUnicode(what: string, place: { path?: string; line?: number }): CmsError {
  const message = `${place.path ?? "The file"} ${what}.`;
  return new CmsError("invalid_unicode", message, {
    issues: [{ code: "invalid_unicode", message, ...place }],
  });
}

/** Returns how many of these bytes form complete UTF-8 characters: all except a cut one at the end. */
export function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return back < length ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/**
 * Copies bytes into their own buffer. A slice kept for long would keep its whole 64 KB pool block, or the whole list
 * that it was cut from, in memory.
 */
export function copyBytes(bytes: Uint8Array): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return Buffer.from(bytes.buffer);
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}

/** Copies a text into a separate string. A substring would keep the longer text that it was cut from in memory. */
export function copyText(text: string): string {
  return Buffer.from(text).toString();
}
