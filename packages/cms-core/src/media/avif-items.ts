const BOX_HEADER_BYTES = 8;

const FILE_BOXES: ReadonlySet<string> = new Set(["ftyp", "meta", "mdat"]);

/** Coded pictures and the grid that joins them; `Exif` and `mime` (XMP) items are metadata. */
const PICTURE_ITEMS: ReadonlySet<string> = new Set(["av01", "grid"]);

/** Places in an item's entry (`infe`, version 2), counted from its type. */
const VERSION_AT = 4;
const ITEM_TYPE_AT = 12;

/**
 * Whether an AVIF holds pictures and nothing else. Its metadata is items that share boxes with the
 * picture and cannot be cut out; what this does not understand counts as metadata.
 */
export function isPlainAvif(bytes: Uint8Array): boolean {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 0;
  let meta: Buffer | undefined;
  while (position < source.length) {
    if (position + BOX_HEADER_BYTES > source.length) return false;
    const size = source.readUInt32BE(position);
    const type = source.toString("latin1", position + 4, position + 8);
    if (size < BOX_HEADER_BYTES || position + size > source.length) return false;
    if (!FILE_BOXES.has(type)) return false;
    if (type === "meta") meta = source.subarray(position, position + size);
    position += size;
  }
  return meta !== undefined && holdsPicturesOnly(meta);
}

function holdsPicturesOnly(meta: Buffer): boolean {
  const list = meta.indexOf("iinf");
  // Version 0 of the list counts its items in two bytes.
  if (list === -1 || list + 10 > meta.length || meta[list + 4] !== 0) return false;
  const types: string[] = [];
  for (let at = meta.indexOf("infe"); at !== -1; at = meta.indexOf("infe", at + 4)) {
    if (meta[at + VERSION_AT] !== 2) return false;
    types.push(meta.toString("latin1", at + ITEM_TYPE_AT, at + ITEM_TYPE_AT + 4));
  }
  return (
    types.length === meta.readUInt16BE(list + 8) && types.every((type) => PICTURE_ITEMS.has(type))
  );
}
