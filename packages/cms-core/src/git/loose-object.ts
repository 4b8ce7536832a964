import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { adler32, joinPieces, type StreamPiece } from "./deflate.ts";
import { syncFolder, writePartsDurably, type FileCalls } from "./durable-file.ts";
import type { ObjectType, Oid } from "./object-id.ts";

/** An object on its way into a file of its own, under a name that nobody reads. */
export interface StagedObject {
  /**
   * Gives the file its name and returns once both are on the disk. What has the name already gives way: a power
   * cut may have left it torn.
   */
  readonly place: (oid: Oid, calls: FileCalls) => Promise<void>;
  /** Removes the file, unless it has its name. */
  readonly drop: () => Promise<void>;
}

export interface ObjectPieces {
  readonly type: ObjectType;
  /** In bytes. */
  readonly size: number;
  readonly pieces: readonly StreamPiece[];
}

export function looseObjectPath(gitDir: string, oid: Oid): string {
  return join(gitDir, "objects", oid.slice(0, 2), oid.slice(2));
}

/** Begins to bring an object to the disk: the caller may find out its id meanwhile. */
export function stageObject(gitDir: string, object: ObjectPieces): StagedObject {
  const objects = join(gitDir, "objects");
  // Another process may be writing the same object.
  const temporary = join(objects, "pack", `tmp_obj_loam-${randomBytes(12).toString("hex")}`);
  const written = writePartsDurably(temporary, looseStream(object));
  // It may fail before anybody waits for it, and nobody's failure ends the process.
  written.catch(() => undefined);
  let placed = false;
  return {
    place: async (oid, calls) => {
      await written;
      const path = looseObjectPath(gitDir, oid);
      const folder = dirname(path);
      mkdirSync(folder, { recursive: true });
      await calls.rename(temporary, path);
      placed = true;
      // The folder may be new, or its name may never have reached the disk.
      await Promise.all([syncFolder(folder, calls), syncFolder(objects, calls)]);
    },
    drop: async () => {
      if (placed) return;
      await written.catch(() => undefined);
      rmSync(temporary, { force: true });
    },
  };
}

/** The zlib stream of an object's header and its bytes, in parts. */
function looseStream({ type, size, pieces }: ObjectPieces): Uint8Array[] {
  const header = Buffer.from(`${type} ${size}\0`);
  const stored = Buffer.from([0, header.length, 0, ~header.length, 0xff, ...header]);
  const first = { deflated: stored, adler: adler32(header), length: header.length };
  return joinPieces([first, ...pieces]);
}
