import { closeSync, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { CmsError } from "../../base/errors.ts";
import { readRef } from "../disk/refs.ts";
import { parseOid, parseRef, type Oid } from "../objects/object-id.ts";
import type { GitRepository } from "../repository/repository.ts";
import { type Incoming, quarantine } from "./receive-pack.ts";
import {
  openRemoteAccess,
  type RemoteAccess,
  type RemoteAccessOptions,
  type RemoteAddress,
} from "./remote-access.ts";
import { findReason } from "./remote-error.ts";

/** Branches of a remote and their commits. */
export interface RemoteRefs {
  /** The requested refs that exist. */
  readonly refs: ReadonlyMap<string, Oid>;
  /** The default branch of the remote. */
  readonly head?: string;
}

/** Refs fetched from a remote, in quarantine. */
interface FetchedRefs extends AsyncDisposable {
  readonly refs: ReadonlyMap<string, Oid>;
  readonly incoming: Incoming;
}

/** The move of a remote ref from its last seen value. */
export interface RemoteMove {
  readonly ref: string;
  /** Null: the ref doesn't exist. */
  readonly from: Oid | null;
  /** Null: delete the ref. */
  readonly to: Oid | null;
}

/** Result of a push. `moved_meanwhile`: the remote ref has another value by now. */
export type PushOutcome =
  | { readonly kind: "moved" | "moved_meanwhile" }
  /** The remote's message as plain text. */
  | { readonly kind: "refused"; readonly reason: string };

/** Limits for new objects in one fetch. */
export interface FetchLimits {
  readonly maxBytes: number;
  readonly maxObjects: number;
}

/** A remote repository, usable until disposed of. */
export interface Remote extends Disposable {
  /** @throws CmsError `upstream_unreachable`, `upstream_denied`, `upstream_host_changed`, `upstream_failed` */
  readonly list: (refs: readonly string[]) => Promise<RemoteRefs>;
  /** @throws CmsError as `list`, and `too_large` */
  readonly fetch: (refs: readonly string[], limits: FetchLimits) => Promise<FetchedRefs>;
  /** @throws CmsError as `list` */
  readonly push: (move: RemoteMove) => Promise<PushOutcome>;
  /** Lines of a `known_hosts` file with the keys that the host presented; undefined unless it uses ssh. */
  readonly knownHosts: () => string | undefined;
}

/** Opens a remote for the local repository that is fetched into and pushed from. */
export function openRemote(
  store: GitRepository,
  address: RemoteAddress,
  options: RemoteAccessOptions,
): Remote {
  const access = openRemoteAccess(address, options);
  return {
    list: async (refs) => listRefs(store, access, refs),
    fetch: async (refs, limits) => fetchRefs(store, access, { refs, limits }),
    push: async (move) => pushRef(store, access, move),
    knownHosts: access.knownHosts,
    [Symbol.dispose]: access[Symbol.dispose],
  };
}

async function listRefs(
  { gitDir }: GitRepository,
  { ask, url }: RemoteAccess,
  wanted: readonly string[],
): Promise<RemoteRefs> {
  const names = wanted.map((ref) => parseRef(ref));
  const args = ["ls-remote", "--symref", "--end-of-options", url, "HEAD", ...names];
  const { stdout } = await ask(gitDir, args);
  const refs = new Map<string, Oid>();
  let head: string | undefined;
  for (const line of stdout.split("\n")) {
    const [value = "", name = ""] = line.split("\t");
    if (name === "HEAD" && value.startsWith("ref: ")) head = value.slice("ref: ".length);
    // A pattern also matches the end of longer names.
    else if (names.includes(name)) refs.set(name, parseOid(value));
  }
  return { refs, ...(head !== undefined && { head }) };
}

const WATCH_MS = 200;
const FETCHED = "refs/heads/fetched";

interface FetchParts {
  readonly refs: readonly string[];
  readonly limits: FetchLimits;
}

async function fetchRefs(
  store: GitRepository,
  { ask, url }: RemoteAccess,
  { refs, limits }: FetchParts,
): Promise<FetchedRefs> {
  const places = refs.map((ref, place) => [parseRef(ref), `${FETCHED}/${place}`] as const);
  const fetched = new Map<string, Oid>();
  const incoming = await quarantine(store, async (gitDir) => {
    const specs = places.map(([ref, at]) => `+${ref}:${at}`);
    using watch = watchPacks(join(gitDir, "objects/pack"), limits);
    try {
      await ask(gitDir, [...FETCH, "--end-of-options", url, ...specs], watch.signal);
    } catch (error) {
      watch.signal.throwIfAborted();
      throw error;
    }
    watch.checkSize();
    watch.signal.throwIfAborted();
    if (hasLooseObjects(gitDir)) {
      const message =
        "The host only serves repository files and does not support Git's smart HTTP protocol.";
      throw new CmsError("upstream_failed", message);
    }
    for (const [ref, at] of places) {
      const oid = readRef(gitDir, at);
      if (oid !== undefined) fetched.set(ref, oid);
    }
  });
  const dispose = async (): Promise<void> => incoming[Symbol.asyncDispose]();
  return { refs: fetched, incoming, [Symbol.asyncDispose]: dispose };
}

/** Fetches all refs or none, and keeps all other local refs. */
const FETCH =
  "fetch --quiet --atomic --no-tags --no-write-fetch-head --no-auto-maintenance --no-show-forced-updates".split(
    " ",
  );

/** Ends a Git process that writes too much, because Git has no such limit. */
function watchPacks(
  folder: string,
  { maxBytes, maxObjects }: FetchLimits,
): { readonly signal: AbortSignal; readonly checkSize: () => void } & Disposable {
  const tooLarge = new AbortController();
  const refuse = (most: string): void => {
    const message = `The Git host has more than ${most} that are new, so nothing was fetched.`;
    tooLarge.abort(new CmsError("too_large", message));
  };
  const checkSize = (): void => {
    const packs = readdirSync(folder).map((name) => measurePacks(join(folder, name)));
    const sum = (of: "bytes" | "objects"): number =>
      packs.reduce((total, pack) => total + pack[of], 0);
    if (sum("bytes") > maxBytes) refuse(`${Math.round(maxBytes / 1024 / 1024)} MiB`);
    else if (sum("objects") > maxObjects) refuse(`${maxObjects} objects`);
  };
  const timer = setInterval(checkSize, WATCH_MS);
  return {
    signal: tooLarge.signal,
    checkSize: checkSize,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** https://git-scm.com/docs/gitformat-pack: "PACK", the version, and the number of objects. */
const PACK_HEADER_BYTES = 12;

/** A pack may be incomplete or already removed. */
function measurePacks(path: string): { readonly bytes: number; readonly objects: number } {
  const header = Buffer.alloc(PACK_HEADER_BYTES);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, header, 0, PACK_HEADER_BYTES, 0);
      const isPack = header.toString("latin1", 0, 4) === "PACK";
      return { bytes: fstatSync(file).size, objects: isPack ? header.readUInt32BE(8) : 0 };
    } finally {
      closeSync(file);
    }
  } catch {
    return { bytes: 0, objects: 0 };
  }
}

function hasLooseObjects(gitDir: string): boolean {
  return readdirSync(join(gitDir, "objects")).some((name) => /^[0-9a-f]{2}$/.test(name));
}

/**
 * The expected value makes the push a compare-and-swap: a concurrent push is never overwritten, even if the move itself
 * is a rewrite.
 */
async function pushRef(
  { gitDir }: GitRepository,
  { ask, url }: RemoteAccess,
  { ref, from, to }: RemoteMove,
): Promise<PushOutcome> {
  const name = parseRef(ref);
  const lease = `--force-with-lease=${name}:${from === null ? "" : parseOid(from)}`;
  const spec = `${to === null ? "" : parseOid(to)}:${name}`;
  const args = ["push", "--porcelain", "--no-verify", "--no-follow-tags", "--no-signed", lease];
  const { stdout, stderr } = await ask(gitDir, [...args, "--end-of-options", url, spec]);
  const line = stdout.split("\n").find((text) => /^.\t/.test(text) && text.includes(`:${name}\t`));
  if (line === undefined || !line.startsWith("!")) return { kind: "moved" };
  const [, , summary = ""] = line.split("\t");
  if (/stale info|fetch first|non-fast-forward|cannot lock ref/.test(summary)) {
    return { kind: "moved_meanwhile" };
  }
  return { kind: "refused", reason: reasonOf(summary, stderr) };
}

/** Returns the remote's lines, which explain more than the short status in Git's summary. */
function reasonOf(summary: string, stderr: string): string {
  const [, last = summary] = /\(([^)]*)\)/.exec(summary) ?? [];
  const remote = stderr
    .split("\n")
    .flatMap((line) => /^remote: ?(.*)$/.exec(line)?.[1] ?? [])
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  const reason = findReason(remote.join("\n"));
  return reason === "" || reason.includes(last) ? reason || last : `${last}: ${reason}`;
}
