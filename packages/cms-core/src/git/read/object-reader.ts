import { LRUCache } from "lru-cache";
import { CmsError, isCmsError, readOr } from "../../base/errors.ts";
import { isOid, type Oid, parseOid } from "../objects/object-id.ts";
import { parseTree, parseTreePath, type Tree } from "../objects/tree.ts";
import { type ByteQueue, GitPipe } from "../program/git-pipe.ts";

const HEADER = /^([0-9a-f]{40}) (blob|tree|commit|tag) (\d+)$/;

/** Followers of one commit request the same few trees and commits many times. */
const CACHE_BYTES = 1024 * 1024;

/** A larger read usually scans a whole site once and would evict objects that are requested again. */
const MAX_CACHED_READ = 64;

/** A Git object. */
export interface GitObject {
  readonly oid: Oid;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface ObjectReader {
  /**
   * Reads objects by object id or `<commit>:<path>`, in the requested order; undefined for missing or damaged ones.
   * Many objects are one round trip.
   */
  readonly read: (names: readonly string[]) => Promise<(GitObject | undefined)[]>;
  /** Caches trees and commits this process has just written. They must already be durable. */
  readonly cache: (objects: Iterable<GitObject>) => void;
  /** Returns which of these objects the repository has. */
  readonly has: (oids: readonly Oid[]) => Promise<boolean[]>;
  /** Returns the sizes of these objects; undefined for missing ones. */
  readonly sizes: (oids: readonly Oid[]) => Promise<(number | undefined)[]>;
  /** Returns the types of these objects (`blob`, `tree`, `commit`, `tag`); undefined for missing ones. */
  readonly types: (oids: readonly Oid[]) => Promise<(string | undefined)[]>;
  /** Releases packs that were removed in the meantime. */
  readonly restart: () => void;
  readonly close: () => Promise<void>;
}

interface ObjectReaderOptions {
  /**
   * Restores lost objects if possible and returns true if it changed anything. Called, at a limited rate, if an object
   * requested by id is missing.
   *
   * @default restores nothing
   */
  readonly rebuild?: () => Promise<boolean>;
}

/** Minimum time between two attempts to restore missing objects. */
const REBUILD_EVERY_MS = 10_000;

/** Reads objects through one long-lived `git cat-file`. */
export function createObjectReader(
  gitDir: string,
  { rebuild = async () => false }: ObjectReaderOptions = {},
): ObjectReader {
  const pipe = startReader(gitDir);
  let notBefore = 0;
  const headers = async (oids: readonly Oid[]): Promise<(ObjectHeader | undefined)[]> =>
    askDespiteDamage(gitDir, pipe, { command: "info", names: oids, parser: headerParser });
  const read = async (names: readonly string[]): Promise<(GitObject | undefined)[]> =>
    askDespiteDamage(gitDir, pipe, { command: "contents", names, parser: objectParser });

  async function isRebuilt(): Promise<boolean> {
    if (performance.now() < notBefore) return false;
    notBefore = performance.now() + REBUILD_EVERY_MS;
    if (!(await rebuild())) return false;
    pipe.restart();
    return true;
  }
  const cached = new LRUCache<string, GitObject>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(bytes.length, 1),
  });
  const cache = (objects: Iterable<GitObject>): void => {
    for (const object of objects) {
      if (object.type === "tree" || object.type === "commit") cached.set(object.oid, object);
    }
  };

  return {
    cache,
    read: async (names) => {
      const known = names.map((name) => cached.get(name));
      const unknown = names.filter((_, place) => known[place] === undefined);
      let found = await read(unknown);
      // A path need not exist, but an id was found in a commit or a folder.
      const lacks = found.some((object, at) => object === undefined && isOid(unknown[at] ?? ""));
      if (lacks && (await isRebuilt())) found = await read(unknown);
      if (unknown.length <= MAX_CACHED_READ) cache(found.filter((object) => object !== undefined));
      const answers = found.values();
      return known.map((object) => object ?? answers.next().value);
    },
    has: async (oids) => (await headers(oids)).map((header) => header !== undefined),
    sizes: async (oids) => (await headers(oids)).map((header) => header?.size),
    types: async (oids) => (await headers(oids)).map((header) => header?.type),
    restart: () => pipe.restart(),
    close: async () => pipe.close(),
  };
}

function startReader(gitDir: string): GitPipe {
  return new GitPipe(gitDir, ["cat-file", "--batch-command", "--buffer"]);
}

/** One kind of request: its command, and how to read a response. */
interface Question<T> {
  readonly command: "contents" | "info";
  readonly names: readonly string[];
  readonly parser: () => (arrived: ByteQueue) => T | "missing" | "more";
}

/**
 * Git exits at the first damaged object of a pack, which fails all pending requests. Damaged objects are therefore
 * located in a separate process by bisection.
 */
async function askDespiteDamage<T>(
  gitDir: string,
  pipe: GitPipe,
  question: Question<T>,
): Promise<(T | undefined)[]> {
  try {
    return await askOnce(pipe, question);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const own = startReader(gitDir);
  try {
    return await askByHalves(own, question);
  } finally {
    await own.close();
  }
}

async function askByHalves<T>(pipe: GitPipe, question: Question<T>): Promise<(T | undefined)[]> {
  const { names } = question;
  try {
    return await askOnce(pipe, question);
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (names.length === 1) return [undefined];
  }
  const half = Math.ceil(names.length / 2);
  return [
    ...(await askByHalves(pipe, { ...question, names: names.slice(0, half) })),
    ...(await askByHalves(pipe, { ...question, names: names.slice(half) })),
  ];
}

/** Git's messages about unreadable objects, across versions. */
const DAMAGE =
  /corrupt|data stream error|unable to (?:unpack|inflate|mmap|stream|read)|cannot unpack|bad (?:object|offset)|mismatch|delta|too short to be|truncated|garbage at end/i;

function isDamage(error: unknown): boolean {
  if (!isCmsError(error) || error.code !== "git_failed") return false;
  const { stderr } = error.details;
  return typeof stderr === "string" && DAMAGE.test(stderr);
}

async function askOnce<T>(
  pipe: GitPipe,
  { command, names, parser }: Question<T>,
): Promise<(T | undefined)[]> {
  const found: (T | undefined)[] = [];
  const next = parser();
  await askObjects(pipe, command, names, (arrived) => {
    const one = next(arrived);
    if (one !== "more") found.push(one === "missing" ? undefined : one);
    return one !== "more";
  });
  return found;
}

interface ObjectHeader {
  readonly type: string;
  readonly size: number;
}

function headerParser(): (arrived: ByteQueue) => ObjectHeader | "missing" | "more" {
  return (arrived) => {
    const line = arrived.takeLine();
    if (line === undefined) return "more";
    const [, , type, size] = HEADER.exec(line) ?? [];
    return type === undefined ? "missing" : { type, size: Number(size) };
  };
}

function objectParser(): (arrived: ByteQueue) => GitObject | "missing" | "more" {
  let header: { oid: Oid; type: string; size: number } | undefined;
  return (arrived) => {
    if (header === undefined) {
      const line = arrived.takeLine();
      if (line === undefined) return "more";
      const [, oid, type, size] = HEADER.exec(line) ?? [];
      if (oid === undefined || type === undefined) return "missing";
      header = { oid, type, size: Number(size) };
    }
    // The object is followed by a line break.
    const bytes = arrived.take(header.size + 1)?.subarray(0, -1);
    if (bytes === undefined) return "more";
    const { oid, type } = header;
    header = undefined;
    return { oid, type, bytes };
  };
}

/** Reads the files of a repository. */
export interface FileReader {
  /**
   * Reads many blobs in one round trip, in the requested order. @throws CmsError `not_found` if one is missing or
   * damaged
   */
  readonly readBlobs: (oids: readonly Oid[]) => Promise<Uint8Array[]>;
  readonly readPath: (
    commit: Oid,
    path: string,
  ) => Promise<{ readonly oid: Oid; readonly bytes: Uint8Array } | undefined>;
}

export function createFileReader(objects: ObjectReader): FileReader {
  return {
    readBlobs: async (oids) => readBlobs(objects, oids),
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
    const oid = oids[index] ?? "";
    throw new CmsError("not_found", `The file ${oid} is missing from the repository or damaged.`, {
      details: { oid },
    });
  });
}

/**
 * Requests objects from `git cat-file --batch-command` in one round trip. Calls `takeOne` until it has returned true
 * once per object, which means that it has read a response.
 */
async function askObjects(
  pipe: GitPipe,
  command: "contents" | "info",
  names: readonly string[],
  takeOne: (arrived: ByteQueue) => boolean,
): Promise<void> {
  if (names.length === 0) return;
  for (const name of names) {
    if (/[\n\0]/.test(name)) throw new CmsError("invalid_path", "A path contains a line break.");
  }
  let answered = 0;
  await pipe.ask({
    question: `${names.map((name) => `${command} ${name}\n`).join("")}flush\n`,
    read: (arrived) => {
      for (; answered < names.length; answered += 1) if (!takeOne(arrived)) return false;
      return true;
    },
  });
}

const parsedTrees = new WeakMap<GitObject, Tree>();

/** Parses a tree once for as long as the object is cached. */
function treeOf(object: GitObject): Tree {
  const tree = parsedTrees.get(object) ?? parseTree(object.bytes);
  parsedTrees.set(object, tree);
  return tree;
}

/** Reads trees by id. @throws CmsError `repository_broken` if one is missing */
export async function readTrees(
  objects: ObjectReader,
  oids: ReadonlySet<Oid>,
): Promise<Map<Oid, Tree>> {
  const found = await readObjects(objects, [...oids], "tree");
  return new Map(found.map((object) => [object.oid, treeOf(object)]));
}

/** Like `readTrees`, but omits missing or damaged ones. */
export async function readExistingTrees(
  objects: ObjectReader,
  oids: ReadonlySet<Oid>,
): Promise<Map<Oid, Tree>> {
  const found = await objects.read([...oids]);
  const trees = new Map<Oid, Tree>();
  for (const object of found) {
    const tree =
      object?.type === "tree" ? readOr(() => parseTree(object.bytes), undefined) : undefined;
    if (object !== undefined && tree !== undefined) trees.set(object.oid, tree);
  }
  return trees;
}

/** Reads one tree. @throws CmsError `repository_broken` if it doesn't exist */
export async function readTree(objects: ObjectReader, oid: Oid): Promise<Tree> {
  const [tree] = await readObjects(objects, [oid], "tree");
  return tree === undefined ? new Map() : treeOf(tree);
}

/** Returns the root tree of a commit. @throws CmsError `repository_broken` */
export async function rootOf(objects: ObjectReader, commit: Oid): Promise<Oid> {
  const [object] = await readObjects(objects, [commit], "commit");
  const tree = object?.bytes.toString("latin1", 5, 45) ?? "";
  if (!isOid(tree)) throw brokenRepository(commit);
  return tree;
}

async function readObjects(
  objects: ObjectReader,
  oids: readonly Oid[],
  type: string,
): Promise<GitObject[]> {
  const found = await objects.read(oids);
  return found.map((object, place) => {
    if (object?.type === type) return object;
    throw brokenRepository(oids[place] ?? "");
  });
}

function brokenRepository(oid: Oid): CmsError {
  return new CmsError(
    "repository_broken",
    `A commit or folder (${oid}) is missing from the repository or damaged. Restore it from a backup with hq repair --from.`,
    { details: { oid } },
  );
}
