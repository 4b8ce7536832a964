import { countOf } from "@loam/cms-core";
import type { GitRepository, Incoming, RefMove } from "@loam/cms-core/git";

export type GitService = "git-upload-pack" | "git-receive-pack";

/** Pushes to this ref create a branch with a change request. */
export const PROPOSE_REF = "refs/for/main";

/** A request for a repository. */
export interface GitCaller {
  /** The path below `/git/` without `.git`: letters, digits, `-`, `_`, and `/`. */
  readonly name: string;
  readonly service: GitService;
  /** The password or bearer token of the request. */
  readonly token: string;
  /** IP address of the client. */
  readonly address: string;
}

/** A repository with the permissions of one caller. */
export interface GitPlace {
  readonly repository: GitRepository;
  /** Handles pushes. Absent for read requests. */
  readonly receiver?: PushReceiver;
}

/**
 * Finds the repository of a path and authorizes the caller.
 *
 * @throws CmsError `not_signed_in`, `not_found` without read access, `forbidden` without permission
 */
export type OpenGitPlace = (caller: GitCaller) => Promise<GitPlace>;

/** A push before it is visible to anyone. */
export interface Push {
  readonly moves: readonly RefMove[];
  /** The repository including the pushed objects. */
  readonly incoming: GitRepository;
  /** Options of the client (`git push -o`). */
  readonly options: readonly string[];
}

/** Why a push is rejected: lines for the user and a short reason for each ref. */
export interface Unplaced {
  readonly lines: readonly string[];
  readonly refusal: string;
}

/** The target refs of a push, or why it is rejected. */
export type Placed = { readonly moves: readonly RefMove[] } | Unplaced;

/** @param lines - one line per problem */
export function refusedBy(lines: readonly string[]): Unplaced {
  const count = countOf(lines.length, "problem");
  return { lines, refusal: `rejected by the rules of this repository (${count})` };
}

/** The rules of a repository for pushes. */
export interface PushReceiver {
  readonly maxPackBytes: number;
  /** Returns why a ref can never be pushed. Checked before anything is read. */
  readonly refuseRef: (ref: string) => string | undefined;
  /** Whether a ref can be moved without a fast-forward. @default never */
  readonly mayRewrite?: (ref: string) => boolean;
  /** Whether a ref can be deleted. @default never */
  readonly mayRemove?: (ref: string) => boolean;
  /** Runs before a ref is deleted. Returns the lines to show to the pusher. @default nothing */
  readonly removing?: (ref: string) => Promise<readonly string[]>;
  /** Whether `place` merges a push with concurrent changes of the ref. @default never */
  readonly mayMerge?: (ref: string) => boolean;
  /**
   * Determines the target refs of a push, which can differ from the pushed ones.
   *
   * @throws CmsError `stale` if a ref has moved in the meantime
   */
  readonly place?: (push: Push & Pick<Incoming, "add">) => Promise<Placed>;
  /** Returns the problems of a placed push, one line each. An empty list accepts it. */
  readonly check: (push: Push) => Promise<readonly string[]>;
  /** Places, checks, and lands a push exclusively. Used after losing a race. @default without a lock */
  readonly alone?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs after a push is on disk. Returns the lines to show to the pusher. */
  readonly landed: (push: Push) => Promise<readonly string[]>;
}
