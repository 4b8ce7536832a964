import { unreadableImage } from "./unreadable-image.ts";

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP14 = 0xee;
const COMMENT = 0xfe;
const JFIF_LENGTH_WITHOUT_THUMBNAIL = 16;

/**
 * The same picture without EXIF, GPS, XMP, IPTC, colour profile, comments, embedded previews and
 * whatever follows its end: segments are left out, nothing is re-encoded.
 *
 * @throws CmsError `unreadable_image` when the segments are damaged or cut off.
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let position = 2;
  for (;;) {
    const { marker, start } = nextMarker(bytes, position);
    if (marker === EOI) break;
    const end = segmentEnd(bytes, start);
    const stop = marker === SOS ? scanEnd(bytes, end) : end;
    if (isPicture(marker, end - start)) kept.push(bytes.subarray(start - 2, stop));
    position = stop;
  }
  kept.push(Uint8Array.of(0xff, EOI));
  return Buffer.concat(kept);
}

/** Tables, frames and scans are the picture; so are the two markers that say how colours are coded. */
function isPicture(marker: number, length: number): boolean {
  if (marker === APP0) return length === JFIF_LENGTH_WITHOUT_THUMBNAIL;
  if (marker === APP14) return true;
  return !(marker > APP0 && marker <= 0xef) && marker !== COMMENT;
}

/** `start` is the position of the length that follows the marker. */
function nextMarker(bytes: Uint8Array, position: number): { marker: number; start: number } {
  if (bytes[position] !== 0xff) throw unreadableImage("a JPEG segment is damaged");
  let at = position + 1;
  while (bytes[at] === 0xff) at += 1;
  const marker = bytes[at];
  if (marker === undefined) throw unreadableImage("it ends too early");
  if (marker < 0xc0 || marker === SOI || isRestart(marker)) {
    throw unreadableImage("a JPEG segment is damaged");
  }
  return { marker, start: at + 1 };
}

function segmentEnd(bytes: Uint8Array, start: number): number {
  const high = bytes[start];
  const low = bytes[start + 1];
  if (high === undefined || low === undefined) throw unreadableImage("it ends too early");
  const length = high * 256 + low;
  if (length < 2) throw unreadableImage("a JPEG segment is damaged");
  if (start + length > bytes.length) throw unreadableImage("it ends too early");
  return start + length;
}

/** Entropy-coded data runs to the first marker that is neither a stuffed byte nor a restart. */
function scanEnd(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0x00 && next !== 0xff && !isRestart(next)) return at;
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2));
  }
  throw unreadableImage("it ends too early");
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}
