import type { GitRepository, RefMove } from "@loam/cms-core/git";

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
  /** Where a push goes that lands elsewhere than it was sent to; asked once it was checked. */
  readonly place?: (push: Push) => Promise<readonly RefMove[]>;
  /** What is wrong with a push, a line for each problem; none lets it in. */
  readonly check: (push: Push) => Promise<readonly string[]>;
  /** Does what follows from a push that is on the disk. Returns lines for who pushed. */
  readonly landed: (push: Push) => Promise<readonly string[]>;
}
