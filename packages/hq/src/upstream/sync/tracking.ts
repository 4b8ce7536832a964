import { createHash } from "node:crypto";
import { isCmsError } from "@loam/cms-core";
import type { GitRepository, RefMove } from "@loam/cms-core/git";
import type { UpstreamRow } from "../connection/upstreams.ts";

const HEADS = "refs/heads/";
const PLACE = "refs/loam/upstream";
const KEY_DIGITS = 12;

/**
 * State of the upstream, stored as hidden refs: for each branch, the last commit on which both sides agreed and the
 * last upstream commit that was seen. Each upstream has its own refs.
 */
export interface Tracking {
  readonly agreed: (branch: string) => Promise<string | undefined>;
  /** Tracked branches as full refs. */
  readonly branches: () => Promise<readonly string[]>;
  readonly agree: (branch: string, commit: string) => Promise<void>;
  /** Returns the move that records what was seen, to be applied together with other moves. */
  readonly seen: (branch: string, commit: string) => Promise<readonly RefMove[]>;
  readonly forget: (branch: string) => Promise<void>;
  /** Deletes the state of previous upstreams. */
  readonly forgetOthers: () => Promise<void>;
}

export function openTracking(
  repository: GitRepository,
  { url, branch: name }: Pick<UpstreamRow, "url" | "branch">,
): Tracking {
  const key = createHash("sha256").update(`${url}\n${name}`).digest("hex").slice(0, KEY_DIGITS);
  const place = `${PLACE}/${key}`;
  const refOf = (kind: "agreed" | "seen", branch: string): string =>
    `${place}/${kind}/${branch.slice(HEADS.length)}`;
  return {
    agreed: async (branch) => repository.resolveRef(refOf("agreed", branch)),
    async branches() {
      const start = `${place}/agreed/`;
      const refs = [...(await repository.listRefs()).keys()];
      return refs.flatMap((ref) => (ref.startsWith(start) ? HEADS + ref.slice(start.length) : []));
    },
    agree: async (branch, commit) => setRef(repository, refOf("agreed", branch), commit),
    async seen(branch, commit) {
      const ref = refOf("seen", branch);
      const from = (await repository.resolveRef(ref)) ?? null;
      return from === commit ? [] : [{ ref, from, to: commit }];
    },
    async forget(branch) {
      for (const kind of ["agreed", "seen"] as const)
        await dropRef(repository, refOf(kind, branch));
    },
    async forgetOthers() {
      for (const ref of (await repository.listRefs()).keys()) {
        if (ref.startsWith(`${PLACE}/`) && !ref.startsWith(`${place}/`)) {
          await dropRef(repository, ref);
        }
      }
    },
  };
}

/** Deletes the state of all upstreams of a site that no longer has one. */
export async function deleteTracking(repository: GitRepository): Promise<void> {
  for (const ref of (await repository.listRefs()).keys()) {
    if (ref.startsWith(`${PLACE}/`)) await dropRef(repository, ref);
  }
}

/** Moves refs to commits whose objects exist. @throws CmsError `stale` */
export async function moveRefs(
  repository: GitRepository,
  moves: readonly RefMove[],
): Promise<void> {
  if (moves.length > 0) await repository.advance(moves, NOTHING_NEW);
}

const NOTHING_NEW = { land: async (): Promise<() => void> => Promise.resolve(() => undefined) };

/** Returns the move that keeps a commit with its own ref. Does nothing for a commit that is already kept. */
export async function keepMove(
  repository: GitRepository,
  ref: string,
  commit: string,
): Promise<readonly RefMove[]> {
  const isKept = (await repository.resolveRef(ref)) !== undefined;
  return isKept ? [] : [{ ref, from: null, to: commit }];
}

async function setRef(repository: GitRepository, ref: string, to: string): Promise<void> {
  const from = (await repository.resolveRef(ref)) ?? null;
  if (from !== to) await moveRefs(repository, [{ ref, from, to }]);
}

async function dropRef(repository: GitRepository, ref: string): Promise<void> {
  const at = await repository.resolveRef(ref);
  if (at === undefined) return;
  try {
    await repository.removeRef(ref, at);
  } catch (error) {
    // Already deleted or moved by someone else.
    if (!isCmsError(error) || error.code !== "git_failed") throw error;
  }
}

/** Returns the short name of a ref. */
export function branchName(ref: string): string {
  return ref.startsWith(HEADS) ? ref.slice(HEADS.length) : ref;
}
