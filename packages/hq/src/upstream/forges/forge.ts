import { CmsError } from "@loam/cms-core";
import type { UpstreamRow } from "../upstreams.ts";
import type { ForgeFetch } from "./forge-fetch.ts";

/** A pull request of GitHub, Gitea or Forgejo, or a merge request of GitLab. */
export interface ForgeRequest {
  readonly number: number;
  /** Where people look at it. */
  readonly url: string;
  readonly state: "open" | "merged" | "closed";
  /** The commit by which it came into the branch that it was for; absent where the forge names none. */
  readonly mergedCommit?: string;
}

interface NewRequest {
  /** Names of branches. */
  readonly branch: string;
  readonly into: string;
  readonly title: string;
  readonly body: string;
}

/** A check of a commit, as forges show it beside the commit. */
interface CommitCheck {
  readonly commit: string;
  readonly state: "success" | "pending" | "failure";
  /** Some words; cut to what the forge takes. */
  readonly description: string;
  /** Where more is told. */
  readonly url: string;
}

/** The API of a forge, for one repository. Each of these fails with CmsError `forge_failed`, in the words of the forge. */
export interface Forge {
  /** The open request for a branch. */
  readonly find: (
    request: Pick<NewRequest, "branch" | "into">,
  ) => Promise<ForgeRequest | undefined>;
  readonly open: (request: NewRequest) => Promise<ForgeRequest>;
  /** @returns undefined where it is gone */
  readonly read: (number: number) => Promise<ForgeRequest | undefined>;
  readonly close: (number: number) => Promise<void>;
  /** Writes a comment. @returns its id */
  readonly comment: (number: number, text: string) => Promise<string>;
  /** Changes a comment. @returns false where it is gone */
  readonly editComment: (number: number, id: string, text: string) => Promise<boolean>;
  readonly report: (check: CommitCheck) => Promise<void>;
}

/** What an adapter is opened with. */
export interface ForgeParts {
  /** Of the API, without a slash at its end: what a person set, or the standard one of the host. */
  readonly apiUrl: string;
  /** Of the repository: `team/site`. */
  readonly path: string;
  readonly token: string;
  /** Goes through egress. */
  readonly fetch: ForgeFetch;
}

/** By what checks of Loam are known at forges. */
export const CHECK_NAME = "loam/check";

type Kind = Exclude<UpstreamRow["forge"], "none">;

/** The clients are large, and most servers use one of them, or none. */
const ADAPTERS: Readonly<Record<Kind, (parts: ForgeParts) => Promise<Forge>>> = {
  github: async (parts) => (await import("./github.ts")).openGitHub(parts),
  gitlab: async (parts) => (await import("./gitlab.ts")).openGitLab(parts),
  gitea: async (parts) => (await import("./gitea.ts")).openGitea(parts),
};

const STANDARD_APIS: Readonly<Record<Kind, (host: URL) => string>> = {
  github: ({ hostname, origin }) =>
    hostname === "github.com" ? "https://api.github.com" : `${origin}/api/v3`,
  gitlab: ({ origin }) => origin,
  gitea: ({ origin }) => origin,
};

/** Opens the API of an upstream's forge. @throws CmsError `forge_failed` without a token for it */
export async function openForge(
  { forge: kind, url, forge_url }: UpstreamRow,
  { token, fetch }: { readonly token: string | undefined; readonly fetch: ForgeFetch },
): Promise<Forge | undefined> {
  if (kind === "none") return undefined;
  if (token === undefined) {
    throw new CmsError("forge_failed", "The Git host's API needs a token. Set one.");
  }
  const repository = new URL(url);
  const host =
    repository.protocol === "ssh:" ? new URL(`https://${repository.hostname}`) : repository;
  return ADAPTERS[kind]({
    apiUrl: (forge_url ?? STANDARD_APIS[kind](host)).replace(/\/+$/, ""),
    path: decodeURIComponent(repository.pathname)
      .replace(/^\/+|\/+$/g, "")
      .replace(/\.git$/, ""),
    token,
    fetch,
  });
}
