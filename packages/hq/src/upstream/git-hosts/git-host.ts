import type { GitHostFetch } from "./git-host-fetch.ts";

/** A pull request on GitHub, Gitea, or Forgejo, or a merge request on GitLab. */
export interface HostRequest {
  readonly number: number;
  /** Its web page. */
  readonly url: string;
  readonly state: "open" | "merged" | "closed";
  /** The merge commit. Absent if the Git host doesn't report it. */
  readonly mergedCommit?: string;
}

interface NewRequest {
  /** Names of branches. */
  readonly branch: string;
  readonly into: string;
  readonly title: string;
  readonly body: string;
}

/** A commit status on a Git host. */
interface CommitCheck {
  readonly commit: string;
  readonly state: "success" | "pending" | "failure";
  /** A short text, truncated to the limit of the Git host. */
  readonly description: string;
  /** Link to details. */
  readonly url: string;
}

/**
 * The API of a Git host for one repository. All methods can throw CmsError `forge_failed` with the Git host's message.
 */
export interface GitHost {
  /** Returns the open request for a branch. */
  readonly find: (request: Pick<NewRequest, "branch" | "into">) => Promise<HostRequest | undefined>;
  readonly open: (request: NewRequest) => Promise<HostRequest>;
  /** @returns undefined if it was deleted */
  readonly read: (number: number) => Promise<HostRequest | undefined>;
  readonly close: (number: number) => Promise<void>;
  /** Creates a comment. @returns its id */
  readonly comment: (number: number, text: string) => Promise<string>;
  /** Edits a comment. @returns false if it was deleted */
  readonly editComment: (number: number, id: string, text: string) => Promise<boolean>;
  readonly report: (check: CommitCheck) => Promise<void>;
}

/** Parameters of an adapter. */
export interface GitHostParts {
  /** API URL without a trailing slash: as configured, or the default of the host. */
  readonly apiUrl: string;
  /** Path of the repository: `team/site`. */
  readonly path: string;
  readonly token: string;
  /** Sends requests through egress. */
  readonly fetch: GitHostFetch;
}

/** Name of Loam's commit status on Git hosts. */
export const CHECK_NAME = "loam/check";
