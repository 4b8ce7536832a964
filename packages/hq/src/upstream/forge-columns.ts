import { CmsError } from "@loam/cms-core";
import type { Egress } from "../platform/egress/egress.ts";
import type { SettingParts } from "./seal-upstream.ts";
import type { ForgeInput } from "./upstream-input.ts";
import type { UpstreamRow } from "./upstreams.ts";

type ForgeColumns = Pick<UpstreamRow, "forge" | "forge_url" | "forge_token">;

const NO_FORGE: ForgeColumns = { forge: "none", forge_url: null, forge_token: null };

const KNOWN_FORGES: Readonly<Record<string, UpstreamRow["forge"]>> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
  "codeberg.org": "gitea",
};

/**
 * The columns of the forge whose API is used; without an answer to that, those that stood, or what the host is known for.
 *
 * @throws CmsError `target_refused`, `invalid` where its API needs a token of its own
 */
export async function forgeColumns(
  given: ForgeInput | null | undefined,
  parts: SettingParts & { readonly egress: Egress },
): Promise<ForgeColumns> {
  if (given === null) return NO_FORGE;
  if (given === undefined) return knownForge(parts);
  const { url, before, seal, egress } = parts;
  const api = given.url === undefined ? null : (await egress.check(given.url)).href;
  // A token goes where it was set for, and nowhere else.
  const isSameApi = before?.forge === given.kind && before.forge_url === api;
  const kept = isSameApi ? before.forge_token : null;
  const token = given.token === undefined ? kept : seal(given.token, "forge");
  if (token === null && !isOfRepository(api, url)) {
    const message =
      "The Git host's API needs a separate token, because the repository uses SSH or is on another host.";
    throw new CmsError("invalid", message, { details: { field: "forge.token" } });
  }
  return { forge: given.kind, forge_url: api, forge_token: token };
}

function knownForge({ url, before }: SettingParts): ForgeColumns {
  if (before !== undefined && before.forge !== "none") {
    const { forge, forge_url, forge_token } = before;
    return { forge, forge_url, forge_token };
  }
  // Without a token of its own, the API is out of reach over ssh.
  if (url.protocol === "ssh:") return NO_FORGE;
  return { ...NO_FORGE, forge: KNOWN_FORGES[url.hostname] ?? "none" };
}

/** The token of a repository goes to its own host alone, and to the API that belongs to it. */
function isOfRepository(api: string | null, url: URL): boolean {
  if (url.protocol === "ssh:") return false;
  if (api === null) return true;
  const { hostname } = new URL(api);
  return hostname === url.hostname || hostname === `api.${url.hostname}`;
}
