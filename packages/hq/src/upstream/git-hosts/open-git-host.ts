import { CmsError } from "@loam/cms-core";
import type { UpstreamRow } from "../connection/upstreams.ts";
import type { GitHostFetch } from "./git-host-fetch.ts";
import type { GitHost, GitHostParts } from "./git-host.ts";

type Kind = Exclude<UpstreamRow["forge"], "none">;

/** Loaded on first use: the clients are large, and most servers use one or none. */
const ADAPTERS: Readonly<Record<Kind, (parts: GitHostParts) => Promise<GitHost>>> = {
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

/** Opens the API of an upstream's Git host. @throws CmsError `forge_failed` without a token */
export async function openGitHost(
  { forge: kind, url, forge_url }: UpstreamRow,
  { token, fetch }: { readonly token: string | undefined; readonly fetch: GitHostFetch },
): Promise<GitHost | undefined> {
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
