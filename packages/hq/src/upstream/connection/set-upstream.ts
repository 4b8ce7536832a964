import { CmsError } from "@loam/cms-core";
import { parseRef } from "@loam/cms-core/git";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { Egress } from "../../platform/egress/egress.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Sealer } from "../../platform/secrets/sealer.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";
import { gitHostColumns } from "./git-host-columns.ts";
import { parseKnownHosts, loginColumns } from "./login-columns.ts";
import { type Seal, sealPurpose } from "./seal-upstream.ts";
import type { UpstreamInput } from "./upstream-input.ts";
import { findUpstream, putUpstream, type UpstreamRow } from "./upstreams.ts";

/** Dependencies of setting an upstream. */
export interface UpstreamSetting {
  readonly hq: Pick<Hq, "database" | "now">;
  readonly egress: Egress;
  readonly sealer: Sealer;
  /** Folder for temporary files that SSH reads. */
  readonly scratch: string;
}

/**
 * Sets the upstream repository of a site. Doesn't contact it yet; a sync is due immediately.
 *
 * @returns its row, and the webhook secret if a new one was generated
 * @throws CmsError `target_refused`, `invalid`, `upstream_failed` if OpenSSH is missing
 */
export async function setUpstream(
  { hq, egress, sealer, scratch }: UpstreamSetting,
  { siteId, by }: { readonly siteId: string; readonly by: string | null },
  input: UpstreamInput,
): Promise<{ readonly row: UpstreamRow; readonly webhookSecret?: string }> {
  const url = await egress.checkRepository(input.url);
  checkBranch(input.branch);
  const found = await findUpstream(hq.database, siteId);
  const before = found && isSameHost(new URL(found.url), url) ? found : undefined;
  const seal: Seal = (text, part) => sealer.seal(text, sealPurpose(siteId, part));
  const webhookSecret = found === undefined ? randomText(SECRET_CHARACTERS) : undefined;
  const now = hq.now().toISOString();
  const columns = {
    site_id: siteId,
    url: url.href,
    branch: input.branch,
    ...(await loginColumns(input.credential, { url, before, seal, scratch })),
    known_hosts: parseKnownHosts(input.knownHosts, { url, before }),
    ...(await gitHostColumns(input.forge, { url, before, seal, egress })),
    webhook_secret: found?.webhook_secret ?? seal(webhookSecret ?? "", "webhook"),
    reviewed_there: input.reviewedThere ? 1 : 0,
    set_by: by,
    set_at: now,
    version: randomText(20),
    due_at: now,
    failures: 0,
    decisions: "[]",
  };
  const row = await putUpstream(hq.database, { ...columns, ...keptResults(found, columns) });
  await deleteRequests(hq.database, found, row);
  return { row, ...(webhookSecret !== undefined && { webhookSecret }) };
}

const SECRET_CHARACTERS = 40;

/** Keeps the results of earlier syncs if the repository and branch are unchanged. */
function keptResults(
  found: UpstreamRow | undefined,
  { url, branch }: Pick<UpstreamRow, "url" | "branch">,
): Pick<UpstreamRow, "report" | "synced_at" | "tried_at" | "proposal"> {
  if (found?.url !== url || found.branch !== branch) {
    return { report: null, synced_at: null, tried_at: null, proposal: null };
  }
  const { report, synced_at, tried_at, proposal } = found;
  return { report, synced_at, tried_at, proposal };
}

/** Deletes requests on another Git host or of another repository. */
async function deleteRequests(
  database: ControlDatabase,
  found: UpstreamRow | undefined,
  row: UpstreamRow,
): Promise<void> {
  const keys = ["url", "branch", "forge", "forge_url"] as const;
  if (keys.every((key) => found?.[key] === row[key])) return;
  await database.deleteFrom("upstream_requests").where("site_id", "=", row.site_id).execute();
}

function checkBranch(name: string): void {
  parseRef(`refs/heads/${name}`);
  if (name !== "published" && !name.startsWith("change/")) return;
  const message = `${name} is used by HQ. Name the branch that people work on upstream.`;
  throw new CmsError("invalid", message, { details: { field: "branch" } });
}

/** Regenerates the secret with which the Git host signs its webhooks. @throws CmsError `not_found` */
export async function regenerateWebhookSecret(
  { hq, sealer }: Pick<UpstreamSetting, "hq" | "sealer">,
  siteId: string,
): Promise<string> {
  const created = randomText(SECRET_CHARACTERS);
  const { numUpdatedRows } = await hq.database
    .updateTable("upstreams")
    .set({ webhook_secret: sealer.seal(created, sealPurpose(siteId, "webhook")) })
    .where("site_id", "=", siteId)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return created;
  throw new CmsError("not_found", "This site has no upstream.");
}

function isSameHost(a: URL, b: URL): boolean {
  return a.protocol === b.protocol && a.host === b.host && a.username === b.username;
}
