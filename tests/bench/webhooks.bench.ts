import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishEntries } from "@loam/cms-core/publish";
import { createSite, findWorkspace, parseConfig, startHq } from "@loam/hq";
import { openBrowser } from "../support/browser/browser.ts";
import { freePort } from "../support/free-port.ts";
import { hang, startReceiver, type WebhookReceiver } from "../support/hq/webhook-receiver.ts";
import type { BenchRow } from "./bench-row.ts";

const RECEIVERS = 20;
const EVENTS = 50;
const TARGET_MS = 2000;
const ACTOR = { name: "Ann", email: "ann@example.test" };
const ADMIN = { email: "ada@example.test", password: "correct horse battery" };

/**
 * Measures the delay between a publish and its event: 1,000 deliveries to 20 endpoints, one of which hangs. The
 * baseline is the same number of bare requests to one endpoint with the same concurrency.
 */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "loam-bench-webhooks-"));
  const dead = await startReceiver(hang);
  const healthy = await Promise.all(Array.from({ length: RECEIVERS - 1 }, () => startReceiver()));
  try {
    const floor = await bareRequests(healthy);
    const latencies = await deliver(folder, { dead, healthy });
    const p95 = percentile(latencies, 0.95);
    return [
      {
        what: `${RECEIVERS * EVENTS} webhooks to ${RECEIVERS} receivers, one hangs: healthy, p95`,
        value: p95,
        unit: "ms",
        floor,
        ratio: p95 / floor,
        target: `≤ ${TARGET_MS} ms`,
        met: p95 <= TARGET_MS,
      },
      { what: "healthy, p50", value: percentile(latencies, 0.5), unit: "ms" },
      { what: "healthy, slowest", value: Math.max(...latencies), unit: "ms" },
    ];
  } finally {
    await Promise.all([dead, ...healthy].map((receiver) => receiver.close()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the cost of the same requests without a queue, log, and signatures. */
async function bareRequests(receivers: readonly WebhookReceiver[]): Promise<number> {
  const start = performance.now();
  for (let round = 0; round < EVENTS; round += 4) {
    const count = Math.min(4, EVENTS - round);
    await Promise.all(
      receivers.flatMap(({ url }) => Array.from({ length: count }, () => post(url))),
    );
  }
  const tookMs = performance.now() - start;
  for (const { received } of receivers) received.length = 0;
  return tookMs;
}

async function post(url: string): Promise<void> {
  const answer = await fetch(url, { method: "POST", body: "{}", headers: { connection: "close" } });
  await answer.arrayBuffer();
}

/** Returns the milliseconds from the release's commit until each delivery arrived. */
async function deliver(
  folder: string,
  {
    dead,
    healthy,
  }: { readonly dead: WebhookReceiver; readonly healthy: readonly WebhookReceiver[] },
): Promise<readonly number[]> {
  const port = String(await freePort());
  const settings = {
    LOAM_DATA: folder,
    LOAM_PORT: port,
    LOAM_LOG_LEVEL: "silent",
    LOAM_WEBHOOK_ALLOW: "127.0.0.0/8",
    LOAM_ADMIN_EMAIL: ADMIN.email,
    LOAM_ADMIN_PASSWORD: ADMIN.password,
  };
  const running = await startHq(parseConfig(settings, folder));
  try {
    const { hq, sites, url } = running;
    const { id: workspaceId } = await findWorkspace(hq.database, undefined);
    const { id: siteId } = await createSite(hq, { name: "Blog", workspaceId });
    await sites.follow(siteId);
    const browser = openBrowser({ at: url });
    await browser.signIn(ADMIN.email, ADMIN.password);
    for (const receiver of [dead, ...healthy]) {
      const body = { url: receiver.url, events: ["entry.published"] };
      const path = `/api/manage/sites/${siteId}/webhooks`;
      const { status, text } = await browser.ask("POST", path, { body });
      if (status !== 201) throw new Error(text);
    }
    const entries = await writePosts(running, siteId);
    const { store } = await sites.content(siteId);
    await publishEntries(store, { entries, actor: ACTOR });
    const start = performance.now();
    await sites.follow(siteId);
    await Promise.all(healthy.map((receiver) => receiver.arrived(EVENTS)));
    return healthy.flatMap(({ received }) => received.map(({ atMs }) => atMs - start));
  } finally {
    await running.close();
  }
}

async function writePosts(
  { sites }: Awaited<ReturnType<typeof startHq>>,
  siteId: string,
): Promise<readonly { readonly id: string }[]> {
  const { store } = await sites.content(siteId);
  const field = { required: false, multiple: false, type: "text" } as const;
  const fields = [{ ...field, id: "title", apiId: "title", label: "Title" }];
  await store.saveType({ apiId: "posts", kind: "list", label: "Posts", fields }, { actor: ACTOR });
  await store.publishSchema("posts", { actor: ACTOR });
  const ids: { readonly id: string }[] = [];
  for (let count = 0; count < EVENTS; count += 1) {
    const values = new Map([["title", `Post ${count}`]]);
    const saved = await store.saveEntry(
      { type: "posts", slug: `post-${count}`, values },
      { actor: ACTOR },
    );
    ids.push({ id: saved.entry.id });
  }
  return ids;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
