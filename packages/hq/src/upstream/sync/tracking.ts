import { createHash } from "node:crypto";
import { isCmsError } from "@loam/cms-core";
import type { GitRepository, RefMove } from "@loam/cms-core/git";
import type { UpstreamRow } from "../upstreams.ts";

const HEADS = "refs/heads/";
const PLACE = "refs/loam/upstream";
const KEY_DIGITS = 12;

/**
 * What the repository remembers of its upstream, as refs that nobody else sees: for each branch the commit on which
 * both sides agreed last, and the one that was seen there last. Another upstream has other refs.
 */
export interface Tracking {
  readonly agreed: (branch: string) => Promise<string | undefined>;
  /** Branches, as whole refs, of which something is remembered. */
  readonly branches: () => Promise<readonly string[]>;
  readonly agree: (branch: string, commit: string) => Promise<void>;
  /** The move that remembers what was seen: to land together with it. */
  readonly seen: (branch: string, commit: string) => Promise<readonly RefMove[]>;
  readonly forget: (branch: string) => Promise<void>;
  /** Forgets what was remembered of upstreams before this one. */
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

/** Forgets everything of a site's upstreams: it has none any more. */
export async function forgetUpstreams(repository: GitRepository): Promise<void> {
  for (const ref of (await repository.listRefs()).keys()) {
    if (ref.startsWith(`${PLACE}/`)) await dropRef(repository, ref);
  }
}

/** Moves refs to commits whose objects are there. @throws CmsError `stale` */
export async function moveRefs(
  repository: GitRepository,
  moves: readonly RefMove[],
): Promise<void> {
  if (moves.length > 0) await repository.advance(moves, NOTHING_NEW);
}

const NOTHING_NEW = { land: async (): Promise<() => void> => Promise.resolve(() => undefined) };

/** Keeps a commit by a ref of its own; one that is kept already stays kept. */
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
    // Gone already, or moved by who is at it now.
    if (!isCmsError(error) || error.code !== "git_failed") throw error;
  }
}

/** Of a whole ref what people call it. */
export function branchName(ref: string): string {
  return ref.startsWith(HEADS) ? ref.slice(HEADS.length) : ref;
}
