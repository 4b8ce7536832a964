import { joinPieces, storeBytes } from "./deflate.ts";
import { makeDelta } from "./delta.ts";
import type { PackObject } from "./pack.ts";
import type { Tree } from "./tree.ts";

/** A folder's list as a pack holds it. */
export function fullTree({ oid, length, pieces }: Tree): PackObject {
  const [only, ...more] = pieces;
  const isOne = only !== undefined && more.length === 0;
  const stream = isOne ? storeBytes(only.bytes) : Buffer.concat(joinPieces(pieces));
  return { oid, type: "tree", size: length, stream };
}

/** A folder's list as a pack holds it that has another one of the folder before it. */
export function deltaTree(tree: Tree, base: Tree): PackObject {
  const delta = makeDelta(base.pieces, tree.pieces);
  return {
    oid: tree.oid,
    type: "tree",
    size: delta.length,
    stream: storeBytes(delta),
    base: base.oid,
  };
}
