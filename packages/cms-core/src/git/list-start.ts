import { createHash, type Hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { joinPieces } from "./deflate.ts";
import { printObjectHead, printPackHeader } from "./pack.ts";
import type { Tree } from "./tree.ts";

/** What a pack begins with whose first object is a long list. */
export interface ListStart {
  readonly tree: Tree;
  readonly parts: readonly Uint8Array[];
  /** In bytes. */
  readonly length: number;
  /** Of the list as the pack holds it. */
  readonly crc: number;
  /** Of all these bytes. */
  readonly hash: Hash;
}

// Compressing and hashing this much takes less than a millisecond.
const PARTS_AT_ONCE = 16;

/** @param objects how many the pack holds when it is whole */
export async function makeListStart(tree: Tree, objects: number): Promise<ListStart> {
  await deflatePieces(tree);
  const header = printPackHeader(objects);
  const head = printObjectHead({ type: "tree", size: tree.length });
  const object = [head, ...joinPieces(tree.pieces)];
  const hash = createHash("sha1").update(header);
  let crc = 0;
  let { length } = header;
  for (const [number, part] of object.entries()) {
    hash.update(part);
    crc = crc32(part, crc);
    length += part.length;
    // Others have their turn.
    if (number % PARTS_AT_ONCE === 0) await setImmediate();
  }
  return { tree, parts: [header, ...object], length, crc, hash };
}

/** Compresses what of a list was not yet, outside the main thread. */
export async function deflatePieces({ pieces }: Tree): Promise<void> {
  await Promise.all(pieces.map((piece) => piece.deflateInPool()));
}
