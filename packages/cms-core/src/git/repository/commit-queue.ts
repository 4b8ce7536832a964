import { CmsError, isCmsError } from "../../base/errors.ts";
import { lockRef, type RefLock } from "../disk/refs.ts";
import { writePack } from "../disk/write-pack.ts";
import { type Oid, parseOid } from "../objects/object-id.ts";
import { makePack } from "../objects/pack.ts";
import { type Change, parseTreePath } from "../objects/tree.ts";
import type { ObjectReader } from "../read/object-reader.ts";
import { staleRef, type Moving } from "./advance-refs.ts";
import { type Batch, makeBatch, prepareBlobs, type PreparedChange } from "./batch.ts";

const MAX_BATCH = 64;
const REMEMBERED_COMMITS = 4096;

interface OwnChain {
  newest: Oid | null;
  /** The latest commits of this process, and the value of the ref before them. */
  readonly commits: Set<Oid | null>;
}

/** Condition on the ref when the commit is created. */
export interface Precondition {
  /** The ref has exactly this value; null: it doesn't exist. */
  readonly expected?: Oid | null;
  /** The ref has this value, or was since moved only by commits of this repository object. */
  readonly known?: Oid | null;
}

interface QueuedCommit {
  readonly commit: Oid;
  /** Parent of the commit; the commit itself if nothing changed. */
  readonly parent: Oid | null;
}

interface Waiting extends Precondition {
  readonly ref: string;
  readonly change: PreparedChange;
  readonly resolve: (made: QueuedCommit) => void;
  readonly reject: (error: unknown) => void;
}

interface QueueParts {
  readonly gitDir: string;
  readonly objects: ObjectReader;
  /** Whether other Loam processes also write here. @default false */
  readonly shared?: boolean;
  /** Wraps each move of a ref. */
  readonly moving: Moving;
  /** Called with the size of each pack that was written. */
  readonly afterBatch: (byteSize: number) => void;
}

export interface CommitQueue {
  readonly add: (
    ref: string,
    change: PreparedChange,
    condition: Precondition,
  ) => Promise<QueuedCommit>;
  /** Resolves once nothing is queued. */
  readonly idle: () => Promise<void>;
}

/**
 * Creates a queue that groups commits: changes queued while a batch is written form the next batch, with one commit
 * each in a single pack. The ref is locked before its value is read, and moved once the pack is durable. A concurrent
 * push therefore either came before and is seen, or waits.
 */
export function createCommitQueue(parts: QueueParts): CommitQueue {
  const ownCommits = new Map<string, OwnChain>();
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Lets pending callers, including those just resolved, join this batch.
      await new Promise((resolve) => setImmediate(resolve));
      const ref = waiting[0]?.ref;
      const batch = waiting.filter((commit) => commit.ref === ref).slice(0, MAX_BATCH);
      waiting = waiting.filter((commit) => !batch.includes(commit));
      await writeBatch(parts, ownCommits, batch);
    }
    running = undefined;
  };
  return {
    add: async (ref, change, condition) =>
      new Promise((resolve, reject) => {
        waiting.push({ ref, change, ...condition, resolve, reject });
        running ??= run();
      }),
    idle: async () => running,
  };
}

async function writeBatch(
  parts: QueueParts,
  ownCommits: Map<string, OwnChain>,
  batch: readonly Waiting[],
): Promise<void> {
  const ref = batch[0]?.ref ?? "";
  const commits = makeBatch(parts.objects);
  let lock: RefLock | undefined;
  try {
    lock = await lockRef(parts.gitDir, ref, parts);
    const own = ownChain(ownCommits.get(ref), lock.current);
    ownCommits.set(ref, own);
    const results = await makeCommits(commits, batch, { own: own.commits, tip: lock.current });
    if (results.tip !== lock.current && results.tip !== null) {
      await storeBatch(parts, commits, { ref, lock, tip: results.tip });
      addToChain(own, results.done);
      parts.afterBatch(commits.objects().reduce((sum, { stream }) => sum + stream.length, 0));
    }
    for (const { request, result } of results.done) request.resolve(result);
  } catch (error) {
    // The value of the ref is unknown now: the next batch reads it and treats it as external.
    ownCommits.delete(ref);
    const failure = isCmsError(error) ? error : storageFailed(error);
    for (const request of batch) request.reject(failure);
  } finally {
    lock?.release();
  }
}

/** The commits of this process since another process last moved the ref. */
function ownChain(chain: OwnChain | undefined, current: Oid | null): OwnChain {
  const goesOn = chain !== undefined && chain.newest === current;
  return goesOn ? chain : { newest: current, commits: new Set([current]) };
}

interface BatchResults {
  readonly tip: Oid | null;
  readonly done: readonly { readonly request: Waiting; readonly result: QueuedCommit }[];
}

async function makeCommits(
  batch: Batch,
  requests: readonly Waiting[],
  start: { readonly own: ReadonlySet<Oid | null>; readonly tip: Oid | null },
): Promise<BatchResults> {
  const done: { request: Waiting; result: QueuedCommit }[] = [];
  const madeHere = new Set<Oid | null>();
  let tip = start.tip;
  for (const request of requests) {
    const { expected, known } = request;
    const seen = known === undefined || start.own.has(known) || madeHere.has(known);
    if (!seen || (expected !== undefined && expected !== tip)) {
      request.reject(staleRef(request.ref, tip));
      continue;
    }
    try {
      const commit = await batch.add(request.change, tip);
      done.push({ request, result: { commit, parent: tip } });
      tip = commit;
      madeHere.add(tip);
    } catch (error) {
      request.reject(error);
    }
  }
  return { tip, done };
}

/**
 * Writes the pack, its index, and the new value of the ref in parallel, then renames the pack's files, then the ref.
 * After a power cut at any instant, Git can read the objects of the ref.
 */
async function storeBatch(
  { gitDir, moving, objects }: QueueParts,
  batch: Batch,
  { ref, lock, tip }: { readonly ref: string; readonly lock: RefLock; readonly tip: Oid },
): Promise<void> {
  const pack = makePack(batch.objects());
  const releasePack = await writePack(gitDir, pack, lock.prepare(tip));
  objects.cache(batch.newObjects());
  try {
    await moving({ ref, from: lock.current, to: tip }, () => lock.move());
  } finally {
    releasePack();
  }
}

function addToChain(own: OwnChain, done: BatchResults["done"]): void {
  const { commits } = own;
  for (const { result } of done) {
    commits.add(result.commit);
    own.newest = result.commit;
  }
  if (commits.size <= REMEMBERED_COMMITS + MAX_BATCH) return;
  for (const oldest of commits) {
    if (commits.size <= REMEMBERED_COMMITS) return;
    commits.delete(oldest);
  }
}

function storageFailed(cause: unknown): CmsError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CmsError("storage_failed", `The commit could not be written: ${reason}`, { cause });
}

/**
 * Checks the paths of a change, and that the blobs it refers to exist. Hashes and compresses its new files.
 *
 * @throws CmsError `invalid_path`, `invalid`, `not_found`
 */
export async function prepareChange(
  objects: ObjectReader,
  change: Change,
): Promise<{ readonly prepared: PreparedChange; readonly blobs: ReadonlyMap<string, Oid> }> {
  const written = new Map<string, Uint8Array>();
  const files = new Map<string, Oid | null>();
  for (const [path, edit] of change.files) {
    parseTreePath(path);
    if (edit instanceof Uint8Array) written.set(path, edit);
    else files.set(path, edit === null ? null : parseOid(edit.oid));
  }
  await checkBlobs(objects, [...new Set(files.values())]);
  const { oids, blobs } = await prepareBlobs(written);
  for (const [path, oid] of oids) files.set(path, oid);
  const { author, message, modes, mergeOf, trailers = {}, when = new Date() } = change;
  const set = [...files].flatMap(([path, oid]) => (oid === null ? [] : [[path, oid] as const]));
  const optional = { ...(modes && { modes }), ...(mergeOf && { mergeOf }) };
  const prepared = { files, blobs, ...optional, author, message, trailers, when };
  return { prepared, blobs: new Map(set) };
}

async function checkBlobs(objects: ObjectReader, oids: readonly (Oid | null)[]): Promise<void> {
  const wanted = oids.filter((oid) => oid !== null);
  const exists = await objects.has(wanted);
  const missing = wanted.filter((_, index) => exists[index] !== true);
  if (missing.length === 0) return;
  throw new CmsError("not_found", `The repository has no file ${missing[0]}.`, {
    details: { missing },
  });
}
