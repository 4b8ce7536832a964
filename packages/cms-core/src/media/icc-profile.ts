const TAG_TABLE_START = 128;
const TAG_BYTES = 12;
const MAX_TAGS = 100;

/**
 * Whether a colour profile only says what is assumed without one, so that it can be left out. Read from
 * its description ("sRGB IEC61966-2.1", "sRGB built-in" …); anything that cannot be read counts as another.
 */
export function isSrgbProfile(icc: Uint8Array): boolean {
  const source = Buffer.from(icc.buffer, icc.byteOffset, icc.byteLength);
  if (source.length < TAG_TABLE_START + 4) return false;
  const tags = Math.min(source.readUInt32BE(TAG_TABLE_START), MAX_TAGS);
  for (let index = 0; index < tags; index += 1) {
    const at = TAG_TABLE_START + 4 + index * TAG_BYTES;
    if (at + TAG_BYTES > source.length) return false;
    if (source.toString("latin1", at, at + 4) !== "desc") continue;
    const start = source.readUInt32BE(at + 4);
    const text = source.toString(
      "latin1",
      start,
      start + Math.min(source.readUInt32BE(at + 8), 200),
    );
    // UTF-16 descriptions are read as Latin letters with NULs between them.
    return /\bsRGB\b/i.test(text.replaceAll("\0", ""));
  }
  return false;
}
