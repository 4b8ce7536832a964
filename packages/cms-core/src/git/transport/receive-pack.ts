import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CmsError } from "../../base/errors.ts";
import { countOf, sizeOf } from "../../base/quantity.ts";
import { INCOMING } from "../disk/recover-repository.ts";
import { adoptPack } from "../disk/write-pack.ts";
import { gitError, lowerPriority, startGit } from "../program/git-program.ts";
import { isOutOfMemory } from "../read/change-log.ts";
import { refuseHugeTrees } from "../read/measure-trees.ts";
import { createObjectReader } from "../read/object-reader.ts";
import type { RefMove } from "../repository/advance-refs.ts";
import { openRepository, type GitRepository } from "../repository/repository.ts";

const HEADER_BYTES = 12;
/** Longer files are streamed to disk instead of held in memory. */
const STREAMED = "core.bigFileThreshold=16m";
/** Limit per allocation, except for the list of all objects: a pack of a few bytes can claim to contain gigabytes. */
const MOST_MEMORY_BYTES = 128 * 1024 * 1024;
/** Size of an entry in Git's list of objects. */
const BYTES_AN_OBJECT = 128;
const PACKS = join("objects", "pack");

export interface ReceivePackOptions {
  readonly maxBytes: number;
  readonly maxObjects: number;
  /** Cancels receiving. */
  readonly signal: AbortSignal;
}

/** A push in quarantine. Disposing of it leaves no trace unless it landed. */
export interface Incoming extends AsyncDisposable {
  /** The store including the push. Read-only. */
  readonly repository: GitRepository;
  /** Adds a pack derived from the push. */
  readonly add: (pack: Uint8Array) => Promise<void>;
  /**
   * Moves the pushed objects into the store and the refs to them. Returns once that is durable.
   *
   * @throws CmsError `stale` if a ref moved in the meantime, `unavailable`, `storage_failed`
   */
  readonly land: (moves: readonly RefMove[]) => Promise<void>;
}

/**
 * Reads a pack into quarantine; its objects may build on those of the repository. Git checks each object, and that
 * nothing it refers to is missing. An empty stream counts as an empty pack.
 *
 * @throws CmsError `too_large`, `git_failed` with Git's message, and the stream's own errors
 */
export async function receivePack(
  store: GitRepository,
  pack: AsyncIterable<Uint8Array>,
  options: ReceivePackOptions,
): Promise<Incoming> {
  return quarantine(store, (gitDir) => indexPack(gitDir, pack, options));
}

/**
 * Calls `fill` to add packs to a temporary repository that can read the store's objects.
 *
 * @throws what `fill` throws, and `too_large`; nothing remains in that case
 */
export async function quarantine(
  store: GitRepository,
  fill: (gitDir: string) => Promise<void>,
): Promise<Incoming> {
  const gitDir = join(store.gitDir, INCOMING, randomBytes(10).toString("hex"));
  const remove = (): void => removeQuarantine(gitDir);
  try {
    makeQuarantine(gitDir, store.gitDir);
    await fill(gitDir);
    await refuseHugeTreesOf(gitDir);
    const repository = await openRepository(gitDir);
    return {
      repository,
      add: async (bytes) => indexPack(gitDir, oneChunk(bytes), NO_LIMITS),
      land: async (moves) => store.advance(moves, { land: () => movePackIn(gitDir, store.gitDir) }),
      [Symbol.asyncDispose]: async () => {
        await repository.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Must run before anything lists the pushed files. */
async function refuseHugeTreesOf(gitDir: string): Promise<void> {
  const objects = createObjectReader(gitDir);
  try {
    await refuseHugeTrees(join(gitDir, PACKS), objects);
  } finally {
    await objects.close();
  }
}

/** No limits for packs created here. */
const NO_LIMITS = {
  maxBytes: Number.MAX_SAFE_INTEGER,
  maxObjects: Number.MAX_SAFE_INTEGER,
  signal: new AbortController().signal,
};

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Creates a repository that can read another one's objects. @throws CmsError `storage_failed` */
function makeQuarantine(gitDir: string, store: string): void {
  try {
    for (const folder of [PACKS, "objects/info", "refs/heads"]) {
      mkdirSync(join(gitDir, folder), { recursive: true, mode: 0o700 });
    }
    writeFileSync(join(gitDir, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(gitDir, "objects/info/alternates"), `${join(store, "objects")}\n`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CmsError("storage_failed", `The pushed objects cannot be stored: ${reason}`, {
      cause,
    });
  }
}

/** If removal fails, the next opening cleans up. What has landed is unaffected. */
function removeQuarantine(gitDir: string): void {
  try {
    rmSync(gitDir, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // The original failure is the one to report.
  }
}

async function indexPack(
  gitDir: string,
  pack: AsyncIterable<Uint8Array>,
  { maxBytes, maxObjects, signal }: ReceivePackOptions,
): Promise<void> {
  signal.throwIfAborted();
  const { header, rest } = await readHeader(pack);
  if (header.length === 0 || isEmptyPack(header)) return;
  const count = header.length === HEADER_BYTES ? header.readUInt32BE(8) : 0;
  if (count > maxObjects) {
    throw new CmsError(
      "too_large",
      `A push can contain up to ${countOf(maxObjects, "object")}, but this one has ${countOf(count, "object")}. Push fewer commits at a time.`,
    );
  }
  const limit = `--max-input-size=${maxBytes}`;
  const args = ["-c", STREAMED, "index-pack", "--stdin", "--fix-thin", "--strict", limit];
  const memory = Math.max(MOST_MEMORY_BYTES, count * BYTES_AN_OBJECT);
  const child = startGit(gitDir, args, { env: { GIT_ALLOC_LIMIT: String(memory) } });
  lowerPriority(child.pid);
  const end = (): void => void child.kill();
  signal.addEventListener("abort", end);
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-4000)));
  child.stdout.resume();
  // A process that ended early breaks the pipe; its exit code explains why.
  child.stdin.on("error", () => undefined);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", (error) => reject(gitError(error)));
    child.once("close", resolve);
  });
  ended.catch(() => undefined);
  try {
    for await (const chunk of rest) {
      if (child.stdin.destroyed || child.exitCode !== null) break;
      if (child.stdin.write(chunk)) continue;
      // The pipe of an ended process breaks; its exit code explains why.
      await Promise.race([once(child.stdin, "drain").catch(() => undefined), ended]);
    }
    child.stdin.end();
  } catch (error) {
    end();
    throw error;
  } finally {
    await ended.catch(() => undefined);
    signal.removeEventListener("abort", end);
  }
  signal.throwIfAborted();
  if ((await ended) !== 0) throw rejection(stderr, maxBytes);
}

function rejection(stderr: string, maxBytes: number): CmsError {
  if (stderr.includes("exceeds maximum allowed size")) {
    return new CmsError(
      "too_large",
      `A push can be up to ${sizeOf(maxBytes)}. Push fewer commits at a time, and keep large files in the media library.`,
    );
  }
  const error = gitError(new Error("the pack is incomplete"), stderr);
  if (!isOutOfMemory(error)) return error;
  const message = "An object in the push is too large to check.";
  return new CmsError("too_large", message, { cause: error });
}

/** Returns the header of a pack and a stream of all its bytes. */
async function readHeader(
  pack: AsyncIterable<Uint8Array>,
): Promise<{ readonly header: Buffer; readonly rest: AsyncIterable<Uint8Array> }> {
  const chunks = pack[Symbol.asyncIterator]();
  let header = Buffer.alloc(0);
  while (header.length < HEADER_BYTES) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    header = Buffer.concat([header, value]);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield header;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { header: header.subarray(0, HEADER_BYTES), rest: all() };
}

/** Whether a push only points to existing objects. Git would index the empty pack and keep a useless file. */
function isEmptyPack(header: Buffer): boolean {
  return header.length === HEADER_BYTES && header.readUInt32BE(8) === 0;
}

async function movePackIn(from: string, store: string): Promise<() => void> {
  const releases: (() => void)[] = [];
  for (const name of readdirSync(join(from, PACKS))) {
    const path = join(from, PACKS, name.replace(/\.idx$/, ""));
    if (!name.endsWith(".idx") || !existsSync(`${path}.pack`)) continue;
    releases.push(await adoptPack(join(store, PACKS), path));
  }
  return () => {
    for (const release of releases) release();
  };
}
