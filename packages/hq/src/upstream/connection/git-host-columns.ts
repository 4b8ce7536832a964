import { CmsError } from "@loam/cms-core";
import type { Egress } from "../../platform/egress/egress.ts";
import type { SettingParts } from "./seal-upstream.ts";
import type { ForgeInput } from "./upstream-input.ts";
import type { UpstreamRow } from "./upstreams.ts";

type GitHostColumns = Pick<UpstreamRow, "forge" | "forge_url" | "forge_token">;

const NO_GIT_HOST: GitHostColumns = { forge: "none", forge_url: null, forge_token: null };

const KNOWN_GIT_HOSTS: Readonly<Record<string, UpstreamRow["forge"]>> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
  "codeberg.org": "gitea",
};

/**
 * Returns the columns for the API of the Git host. If the input doesn't specify it, keeps the existing settings or uses
 * the known ones of the host.
 *
 * @throws CmsError `target_refused`, or `invalid` if its API needs a separate token
 */
export async function gitHostColumns(
  input: ForgeInput | null | undefined,
  parts: SettingParts & { readonly egress: Egress },
): Promise<GitHostColumns> {
  if (input === null) return NO_GIT_HOST;
  if (input === undefined) return knownGitHost(parts);
  const { url, before, seal, egress } = parts;
  const api = input.url === undefined ? null : (await egress.check(input.url)).href;
  // A token is only sent to the API that it was set for.
  const isSameApi = before?.forge === input.kind && before.forge_url === api;
  const keptToken = isSameApi ? before.forge_token : null;
  const token = input.token === undefined ? keptToken : seal(input.token, "forge");
  if (token === null && !isOfRepository(api, url)) {
    const message =
      "The Git host's API needs a separate token, because the repository uses SSH or is on another host.";
    throw new CmsError("invalid", message, { details: { field: "forge.token" } });
  }
  return { forge: input.kind, forge_url: api, forge_token: token };
}

function knownGitHost({ url, before }: SettingParts): GitHostColumns {
  if (before !== undefined && before.forge !== "none") {
    const { forge, forge_url, forge_token } = before;
    return { forge, forge_url, forge_token };
  }
  // Over SSH, the API isn't accessible without a separate token.
  if (url.protocol === "ssh:") return NO_GIT_HOST;
  return { ...NO_GIT_HOST, forge: KNOWN_GIT_HOSTS[url.hostname] ?? "none" };
}

/** The repository's token is only sent to its own host and to that host's API. */
function isOfRepository(api: string | null, url: URL): boolean {
  if (url.protocol === "ssh:") return false;
  if (api === null) return true;
  const { hostname } = new URL(api);
  return hostname === url.hostname || hostname === `api.${url.hostname}`;
}
