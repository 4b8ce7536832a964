import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { adler32, joinPieces, type StreamPiece } from "./deflate.ts";
import { syncFolder, writePartsDurably, type FileCalls } from "./durable-file.ts";
import type { ObjectType, Oid } from "./object-id.ts";

/** An object as a file of its own holds it. */
export interface LooseObject {
  readonly oid: Oid;
  /** The zlib stream of its header and its bytes, in parts. */
  readonly parts: readonly Uint8Array[];
}

/** The loose form of an object of `size` bytes, which pieces of its stream make. */
export function looseObject(
  { oid, type, size }: { readonly oid: Oid; readonly type: ObjectType; readonly size: number },
  pieces: readonly StreamPiece[],
): LooseObject {
  const header = Buffer.from(`${type} ${size}\0`);
  const stored = Buffer.from([0, header.length, 0, ~header.length, 0xff, ...header]);
  const first = { deflated: stored, adler: adler32(header), length: header.length };
  return { oid, parts: joinPieces([first, ...pieces]) };
}

/**
 * Returns once the object and its name are on the disk. What has the name already gives way: a power cut may
 * have left it torn.
 */
export async function writeLooseObject(
  gitDir: string,
  { oid, parts }: LooseObject,
  calls: FileCalls,
): Promise<void> {
  const objects = join(gitDir, "objects");
  const folder = join(objects, oid.slice(0, 2));
  // Another process may be writing the same object.
  const own = randomBytes(4).toString("hex");
  const temporary = join(objects, "pack", `tmp_obj_loam-${oid}-${own}`);
  try {
    await writePartsDurably(temporary, parts, calls);
    mkdirSync(folder, { recursive: true });
    await calls.rename(temporary, join(folder, oid.slice(2)));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  // The folder may be new, or its name may never have reached the disk.
  await Promise.all([syncFolder(folder, calls), syncFolder(objects, calls)]);
}
