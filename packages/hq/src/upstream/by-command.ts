import { setTimeout as delay } from "node:timers/promises";
import { CmsError } from "@loam/cms-core";
import { openAuditLog } from "../people/audit/audit-log.ts";
import { recordCommand } from "../people/audit/record-command.ts";
import { findSite } from "../people/workspaces/sites.ts";
import { localUrl } from "../platform/config/config.ts";
import { createEgress } from "../platform/egress/egress.ts";
import type { Hq } from "../platform/hq.ts";
import { createLog } from "../platform/log.ts";
import { openSealer } from "../platform/secrets/open-sealer.ts";
import { inSite } from "../sites/registry/in-site.ts";
import { setUpstream, type UpstreamSetting } from "./connection/set-upstream.ts";
import { showUpstream, type UpstreamAnswer } from "./connection/upstream-answer.ts";
import type { UpstreamInput } from "./connection/upstream-input.ts";
import { requestSync, requireUpstream } from "./connection/upstreams.ts";
import { followGitHost } from "./git-hosts/follow-git-host.ts";
import { listRequests } from "./git-hosts/requests.ts";
import { leaseUpstream, releaseKilled, scratchFolder, webhookUrl } from "./lease-upstream.ts";
import { syncUpstream } from "./sync/sync-upstream.ts";

/** Runs work with the dependencies for setting an upstream, for commands. */
async function withSetting<T>(hq: Hq, work: (parts: UpstreamSetting) => Promise<T>): Promise<T> {
  const egress = createEgress({ allow: hq.config.upstreamAllow });
  const sealer = openSealer(hq.config.secretKeys, hq.paths.secretKey);
  try {
    return await work({ hq, egress, sealer, scratch: scratchFolder(hq) });
  } finally {
    await egress.close();
  }
}

/**
 * Sets the upstream of a site as a command, which anyone with access to the data folder can run. @throws CmsError as
 * `setUpstream`
 */
export async function setByCommand(
  hq: Hq,
  siteName: string,
  input: UpstreamInput,
): Promise<{ readonly upstream: UpstreamAnswer; readonly webhookSecret?: string }> {
  const { id: siteId } = await findSite(hq.database, siteName);
  await recordCommand(hq, { event: "upstream.set", params: { site: siteId } });
  const { webhookSecret } = await withSetting(hq, async (parts) =>
    setUpstream(parts, { siteId, by: null }, input),
  );
  const upstream = await stateByCommand(hq, siteId);
  return { upstream, ...(webhookSecret !== undefined && { webhookSecret }) };
}

/** Returns the state of the upstream. @throws CmsError `not_found` */
export async function stateByCommand(hq: Hq, siteName: string): Promise<UpstreamAnswer> {
  const { id } = await findSite(hq.database, siteName);
  const row = await requireUpstream(hq.database, id);
  return showUpstream(row, {
    syncing: false,
    requests: [...(await listRequests(hq.database, id))],
    webhookAddress: webhookUrl(baseUrlOf(hq), id),
  });
}

function baseUrlOf({ config }: Hq): string {
  return config.baseUrl ?? localUrl(config.host, config.port);
}

const POLL_EVERY_MS = 200;

/**
 * Syncs a site with the server that has it open, or directly. @throws CmsError `not_found`, `aborted`, and internal
 * errors
 */
export async function syncByCommand(
  hq: Hq,
  siteName: string,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const { id } = await findSite(hq.database, siteName);
  const before = await requireUpstream(hq.database, id);
  if (hq.opened === undefined) {
    await releaseKilled(hq);
    while (!(await syncHere(hq, id, signal))) {
      signal.throwIfAborted();
      await delay(POLL_EVERY_MS);
    }
    return stateByCommand(hq, id);
  }
  await requestSync(hq.database, id, hq.now());
  for (;;) {
    signal.throwIfAborted();
    const { due_at: due, tried_at: tried } = await requireUpstream(hq.database, id);
    if (tried !== before.tried_at && due > hq.now().toISOString()) return stateByCommand(hq, id);
    await delay(POLL_EVERY_MS);
  }
}

/** @returns false while another process syncs the site */
async function syncHere(hq: Hq, siteId: string, signal: AbortSignal): Promise<boolean> {
  await using lease = await leaseUpstream(hq, siteId);
  if (lease === undefined) return false;
  const log = createLog("silent");
  const site = await findSite(hq.database, siteId);
  await withSetting(hq, async ({ egress, sealer, scratch }) => {
    const audit = openAuditLog(hq.database, { sealer, now: hq.now, log });
    const ends = AbortSignal.any([signal, lease.signal]);
    const deps = { audit, events: { announce: () => undefined }, baseUrl: baseUrlOf(hq), log };
    const parts = {
      hq,
      egress,
      sealer,
      scratch,
      ...deps,
      followForge: followGitHost,
      signal: ends,
    };
    try {
      await inSite(hq, siteId, async (store) =>
        syncUpstream(parts, { site, store, follow: logDeferredFollow }),
      );
    } finally {
      await audit.close();
    }
  });
  return true;
}

/** The next start of a server updates lists and public files to the branches. */
async function logDeferredFollow(): Promise<void> {
  await Promise.resolve();
}

/** @throws CmsError `invalid` for text that isn't an option */
export function parseTake(text: string): "ours" | "theirs" | "both" {
  if (text === "ours" || text === "theirs" || text === "both") return text;
  throw new CmsError("invalid", "Use ours, theirs, or both.");
}
