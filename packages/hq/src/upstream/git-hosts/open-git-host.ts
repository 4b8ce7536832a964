import { CmsError } from "@loam/cms-core";
import type { UpstreamRow } from "../connection/upstreams.ts";
import type { GitHostFetch } from "./git-host-fetch.ts";
import type { GitHost, GitHostParts } from "./git-host.ts";
import { openGitLab } from "./gitlab.ts";
import { openGitea, openGitHub } from "./pull-requests.ts";

type Kind = Exclude<UpstreamRow["forge"], "none">;

const ADAPTERS: Readonly<Record<Kind, (parts: GitHostParts) => GitHost>> = {
  github: openGitHub,
  gitlab: openGitLab,
  gitea: openGitea,
};

const STANDARD_APIS: Readonly<Record<Kind, (host: URL) => string>> = {
  github: ({ hostname, origin }) =>
    hostname === "github.com" ? "https://api.github.com" : `${origin}/api/v3`,
  gitlab: ({ origin }) => origin,
  gitea: ({ origin }) => origin,
};

/** Opens the API of an upstream's Git host. @throws CmsError `forge_failed` without a token */
export function openGitHost(
  { forge: kind, url, forge_url }: UpstreamRow,
  { token, fetch }: { readonly token: string | undefined; readonly fetch: GitHostFetch },
): GitHost | undefined {
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
