import { openSync, readSync } from "node:fs";

/** Bytes of a pack as text. */
export interface PackReader {
  /** @throws Error when the pack ends before. */
  text(offset: number, length: number): string;
}

/** Kept open: while developing the data store is loaded again at every change. */
const files = new Map<string, PackReader>();

/** Reads a pack that stays in the cache folder; pages are built on the same machine. */
export function filePack(path: string): PackReader {
  const known = files.get(path);
  if (known) return known;
  let file: number | undefined;
  let buffer = Buffer.alloc(65_536);
  const reader: PackReader = {
    text(offset, length) {
      if (buffer.length < length) buffer = Buffer.alloc(length * 2);
      // Not before it is needed: Astro takes a data store that cannot be loaded for an empty one.
      file ??= openSync(path, "r");
      if (readSync(file, buffer, 0, length, offset) !== length) throw cut(path);
      return buffer.toString("utf8", 0, length);
    },
  };
  files.set(path, reader);
  return reader;
}

/** Reads a pack that was put into the bundle, for servers that have no cache folder. */
export function embeddedPack(base64: string): PackReader {
  const bytes = Buffer.from(base64, "base64");
  return { text: (offset, length) => bytes.toString("utf8", offset, offset + length) };
}

function cut(path: string): Error {
  return new Error(
    `${path} is shorter than Astro's data store says. Delete that folder, or run astro sync --force, so that all content is read again.`,
  );
}
