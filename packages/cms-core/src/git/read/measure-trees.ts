import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { CmsError } from "../../base/errors.ts";
import type { Oid } from "../objects/object-id.ts";
import type { ObjectReader } from "./object-reader.ts";

/** Limit per commit. Real repositories have a hundredth of it. */
const MAX_FILES = 1_000_000;
const FOLDER_MODE = "40000 ";
const OID_BYTES = 20;
/** The trees of large folders have megabytes. */
const READ_AT_ONCE = 64;
const HEADERS_AT_ONCE = 50_000;

/** Counts from earlier packs. An object id has the same content in every repository. */
const knownCounts = new LRUCache<Oid, number>({ max: 100_000 });

/** Content of one tree. */
interface TreeContent {
  readonly files: number;
  readonly folders: readonly Oid[];
}

/**
 * Rejects packs with a folder of more than a million files. A few small trees that name each other ten times amount to
 * a billion paths, and listing them would use up all memory.
 *
 * @param objects - Reads a repository with the packs and the objects they build on.
 * @throws CmsError `too_large`, `storage_failed`
 */
export async function refuseHugeTrees(packs: string, objects: ObjectReader): Promise<void> {
  const { contents, counts } = await readContents(objects, await findTrees(packs, objects));
  for (const oid of contents.keys()) {
    const files = countFiles(oid, { contents, counts });
    if (files > MAX_FILES) {
      throw new CmsError("too_large", `A folder contains more than ${MAX_FILES} files.`);
    }
    knownCounts.set(oid, files);
  }
}

async function findTrees(packs: string, objects: ObjectReader): Promise<readonly Oid[]> {
  const oids = namesIn(packs);
  const trees: Oid[] = [];
  for (let at = 0; at < oids.length; at += HEADERS_AT_ONCE) {
    const some = oids.slice(at, at + HEADERS_AT_ONCE);
    const types = await objects.types(some);
    trees.push(...some.filter((_oid, index) => types[index] === "tree"));
  }
  return trees;
}

function namesIn(packs: string): readonly Oid[] {
  try {
    const indexes = readdirSync(packs).filter((name) => name.endsWith(".idx"));
    return indexes.flatMap((name) => readNames(readFileSync(join(packs, name))));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CmsError("storage_failed", `The received objects cannot be read: ${reason}`, {
      cause,
    });
  }
}

const NAMES_AT = 8 + 256 * 4;

/** Reads the object ids of a version 2 index (gitformat-pack(5)). */
function readNames(index: Buffer): readonly Oid[] {
  const count = index.readUInt32BE(NAMES_AT - 4);
  return Array.from({ length: count }, (_, place) =>
    index.toString("hex", NAMES_AT + place * OID_BYTES, NAMES_AT + (place + 1) * OID_BYTES),
  );
}

interface Trees {
  readonly contents: ReadonlyMap<Oid, TreeContent>;
  /** Number of files below each tree, as far as known. */
  readonly counts: Map<Oid, number>;
}

/** Reads these trees and all trees below them, except those already counted. */
async function readContents(objects: ObjectReader, roots: readonly Oid[]): Promise<Trees> {
  const contents = new Map<Oid, TreeContent>();
  const counts = new Map<Oid, number>();
  const isNew = (oid: Oid): boolean => {
    const count = knownCounts.get(oid);
    if (count !== undefined) counts.set(oid, count);
    return count === undefined && !contents.has(oid);
  };
  for (let oids = roots.filter(isNew); oids.length > 0;) {
    for (let at = 0; at < oids.length; at += READ_AT_ONCE) {
      const read = await objects.read(oids.slice(at, at + READ_AT_ONCE));
      // The code that reads the commit reports missing objects.
      const found = read.filter((object) => object !== undefined);
      for (const { oid, bytes } of found) contents.set(oid, readContent(bytes));
    }
    const below = new Set(oids.flatMap((oid) => contents.get(oid)?.folders ?? []));
    oids = [...below].filter(isNew);
  }
  return { contents, counts };
}

function readContent(tree: Buffer): TreeContent {
  const folders: Oid[] = [];
  let files = 0;
  for (let at = 0; at < tree.length;) {
    const end = tree.indexOf(0, at) + 1;
    if (end === 0) break;
    if (tree.toString("latin1", at, at + FOLDER_MODE.length) !== FOLDER_MODE) files += 1;
    else folders.push(tree.toString("hex", end, end + OID_BYTES));
    at = end + OID_BYTES;
  }
  return { files, folders };
}

/** Iterative, because a pack can nest a million folders. */
function countFiles(root: Oid, { contents, counts }: Trees): number {
  const open = [root];
  for (let oid = open.at(-1); oid !== undefined; oid = open.at(-1)) {
    const { files = 0, folders = [] } = contents.get(oid) ?? {};
    const unknown = folders.filter((folder) => !counts.has(folder) && contents.has(folder));
    if (unknown.length > 0) {
      open.push(...unknown);
      continue;
    }
    open.pop();
    const sum = folders.reduce((total, folder) => total + (counts.get(folder) ?? 0), files);
    counts.set(oid, Math.min(sum, MAX_FILES + 1));
  }
  return counts.get(root) ?? 0;
}
