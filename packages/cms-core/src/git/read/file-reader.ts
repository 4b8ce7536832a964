import { CmsError } from "../../base/errors.ts";
import { parseOid, type Oid } from "../objects/object-id.ts";
import { parseTreePath } from "../objects/tree.ts";
import type { TakeBlob } from "./each-blob.ts";
import type { ObjectReader } from "./object-reader.ts";

/** Reads the files of a repository. */
export interface FileReader {
  /** Many blobs in one trip, in the order asked. @throws CmsError `not_found` */
  readonly readBlobs: (oids: readonly Oid[]) => Promise<Uint8Array[]>;
  /**
   * Gives out many blobs one after the other, in the order asked, as they arrive from git. The bytes
   * are to be read, not to be kept: they are part of what arrived. What `take` throws ends it.
   * @throws CmsError `not_found`
   */
  readonly eachBlob: (oids: readonly Oid[], take: TakeBlob) => Promise<void>;
  readonly readPath: (
    commit: Oid,
    path: string,
  ) => Promise<{ readonly oid: Oid; readonly bytes: Uint8Array } | undefined>;
}

export function createFileReader(objects: ObjectReader): FileReader {
  return {
    readBlobs: async (oids) => readBlobs(objects, oids),
    eachBlob: async (oids, take) => objects.eachBlob(oids.map(parseOid), take),
    readPath: async (commit, file) => readPath(objects, commit, file),
  };
}

async function readPath(
  objects: ObjectReader,
  commit: Oid,
  file: string,
): ReturnType<FileReader["readPath"]> {
  const [object] = await objects.read([`${parseOid(commit)}:${parseTreePath(file)}`]);
  return object?.type === "blob" ? { oid: object.oid, bytes: object.bytes } : undefined;
}

async function readBlobs(objects: ObjectReader, oids: readonly Oid[]): Promise<Uint8Array[]> {
  const found = await objects.read(oids.map((oid) => parseOid(oid)));
  return found.map((object, index) => {
    if (object?.type === "blob") return object.bytes;
    throw new CmsError("not_found", `The repository has no file ${oids[index]}.`);
  });
}
