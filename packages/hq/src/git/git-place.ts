import { countOf } from "@loam/cms-core";
import type { GitRepository, Incoming, RefMove } from "@loam/cms-core/git";

export type GitService = "git-upload-pack" | "git-receive-pack";

/** What is pushed here becomes a branch, and a change request. */
export const PROPOSED = "refs/for/main";

/** Who asks for a repository, and for what. */
export interface GitCaller {
  /** The address below `/git/`, without `.git`: letters, digits, `-`, `_` and `/`. */
  readonly name: string;
  readonly service: GitService;
  /** What was sent as a password, or as a bearer token. */
  readonly token: string;
  /** Where the request comes from. */
  readonly address: string;
}

/** A repository as one caller may use it. */
export interface GitPlace {
  readonly repository: GitRepository;
  /** What becomes of a push; absent where the caller asked to read. */
  readonly receiver?: PushReceiver;
}

/**
 * Finds the repository at an address, for a caller who may use it.
 *
 * @throws CmsError `not_signed_in`, `not_found` for who may not see it, `forbidden` for who may not do this
 */
export type OpenGitPlace = (caller: GitCaller) => Promise<GitPlace>;

/** What somebody pushes, before anybody else sees it. */
export interface Push {
  readonly moves: readonly RefMove[];
  /** The repository with what was pushed. */
  readonly incoming: GitRepository;
  /** What the client said with it (`git push -o`). */
  readonly options: readonly string[];
}

/** Why a push cannot land, as lines, and in a few words for each ref. */
export interface Unplaced {
  readonly lines: readonly string[];
  readonly refusal: string;
}

/** Where the refs of a push are to land, or why they cannot. */
export type Placed = { readonly moves: readonly RefMove[] } | Unplaced;

/** @param lines - what is wrong, a line for each problem */
export function refusedBy(lines: readonly string[]): Unplaced {
  const count = countOf(lines.length, "problem");
  return { lines, refusal: `rejected by the rules of this repository (${count})` };
}

/** The rules of a repository. */
export interface PushReceiver {
  readonly maxPackBytes: number;
  /** Why a ref may not be pushed at all; looked at before anything else is read. */
  readonly refuseRef: (ref: string) => string | undefined;
  /** Whether a ref may be moved to a commit that does not follow from where it stands. @default never */
  readonly mayRewrite?: (ref: string) => boolean;
  /** Whether a ref may be removed. @default never */
  readonly mayRemove?: (ref: string) => boolean;
  /** Does what goes before the removal of a ref. Returns lines for who pushed. @default nothing */
  readonly removing?: (ref: string) => Promise<readonly string[]>;
  /** Whether `place` merges what is pushed to a ref with what somebody else moved it to meanwhile. @default never */
  readonly mayMerge?: (ref: string) => boolean;
  /**
   * Says where a push lands, which may be elsewhere than it was sent to.
   *
   * @throws CmsError `stale` where a ref has moved meanwhile
   */
  readonly place?: (push: Push & Pick<Incoming, "add">) => Promise<Placed>;
  /** What is wrong with a push as it was placed, a line for each problem; none lets it in. */
  readonly check: (push: Push) => Promise<readonly string[]>;
  /** Places, checks and lands a push while nobody else writes; asked where others were faster. @default at once */
  readonly alone?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Does what follows from a push that is on the disk. Returns lines for who pushed. */
  readonly landed: (push: Push) => Promise<readonly string[]>;
}
