import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { publishEntries } from "@loam/cms-core/publish";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { setUpHq } from "../../people/identity/setup/set-up-hq.ts";
import { updateSite } from "../../people/workspaces/sites.ts";
import { listWorkspaces } from "../../people/workspaces/workspaces.ts";
import { type HqConfig, parseConfig } from "../../platform/config/config.ts";
import { testDatabaseSettings } from "../../platform/db/database.fixture.ts";
import { acquireLease } from "../../platform/db/leases.ts";
import { type Hq, openHq } from "../../platform/hq.ts";
import { createLog } from "../../platform/log.ts";
import { createSite } from "../manage/create-site.ts";
import { deleteSite, removalBy } from "../manage/delete-site.ts";
import { publisherLease } from "../publisher/site-publisher.ts";
import { openSites } from "../registry/open-sites.ts";
import type { SiteRegistry } from "../registry/site-registry.ts";

const actor = { name: "Ada", email: "ada@example.com" };
const soon = { timeout: 120_000, interval: 50 };

interface Node {
  readonly hq: Hq;
  readonly sites: SiteRegistry;
}

async function sharedConfig(): Promise<HqConfig> {
  const folder = mkdtempSync(join(tmpdir(), "loam-shared-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return parseConfig({ LOAM_DATA: folder, ...(await testDatabaseSettings()) }, folder);
}

/** Starts one of several processes. */
async function startNode(config: HqConfig): Promise<Node> {
  const hq = await openHq(config);
  onTestFinished(() => hq.close());
  await setUpHq(hq);
  const sites = await openSites(hq, {
    publicStorageUrl: "https://cdn.example.test/public",
    log: createLog("silent"),
  });
  onTestFinished(() => sites.close());
  return { hq, sites };
}

async function makeSite({ hq, sites }: Node): Promise<string> {
  const [workspace] = await listWorkspaces(hq.database);
  const { id } = await createSite(hq, { name: "Blog", workspaceId: workspace?.id ?? "" });
  await sites.follow(id);
  const { store } = await sites.content(id);
  const type = { apiId: "posts", kind: "list", label: "Posts", fields: [] } as const;
  await store.saveType(type, { actor });
  await store.publishSchema("posts", { actor });
  await sites.follow(id);
  return id;
}

/** Saves and publishes an entry like a request to this process. */
async function publish({ sites }: Node, siteId: string, slug: string): Promise<void> {
  const { store } = await sites.content(siteId);
  const { entry } = await store.saveEntry({ type: "posts", slug, values: new Map() }, { actor });
  await publishEntries(store, { entries: [{ id: entry.id }], actor });
  await sites.follow(siteId);
}

function fileOf({ hq }: Node, siteId: string, slug: string): string {
  const { publicStorage } = hq.config;
  const folder = publicStorage.kind === "folder" ? publicStorage.folder : "";
  return join(folder, siteId, "api/posts", `${slug}.json`);
}

describe.skipIf(inject("postgresUrl") === undefined)("two processes with one database", () => {
  test("serve what the other published, and both publish", async () => {
    const config = await sharedConfig();
    const [one, two] = [await startNode(config), await startNode(config)];
    const id = await makeSite(one);
    for (const [node, slug] of [
      [one, "a"],
      [two, "b"],
      [one, "c"],
    ] as const) {
      await publish(node, id, slug);
      expect(existsSync(fileOf(node, id, slug))).toBe(true);
    }
    await vi.waitFor(() => {
      const [first, second] = [one, two].map(({ sites }) => sites.live(id));
      expect(second?.commit).toBe(first?.commit);
      expect(second?.types.get("posts")?.entries).toHaveLength(3);
    }, soon);
  });

  test("see immediately what was saved through the other", async () => {
    const config = await sharedConfig();
    const [one, two] = [await startNode(config), await startNode(config)];
    const id = await makeSite(one);
    for (const slug of ["a", "b", "c"]) {
      const { store } = await one.sites.content(id);
      await store.saveEntry({ type: "posts", slug, values: new Map() }, { actor });
      const seen = await two.sites.content(id);
      expect(seen.store.findEntry("posts", slug)).toBeDefined();
    }
  });

  test("leave the files of a site to the one that works on them exclusively", async () => {
    const config = await sharedConfig();
    const [one, two] = [await startNode(config), await startNode(config)];
    const id = await makeSite(one);
    await publish(one, id, "a");
    const began = Promise.withResolvers<void>();
    const seen: boolean[] = [];
    const alone = one.sites.alone(id, async () => {
      began.resolve();
      await delay(1000);
      seen.push(existsSync(fileOf(two, id, "b")));
    });
    await began.promise;
    await publish(two, id, "b");
    await alone;
    expect(seen).toEqual([false]);
    expect(existsSync(fileOf(two, id, "b"))).toBe(true);
  });

  test("finish the files of one that died before writing them", async () => {
    const config = await sharedConfig();
    const two = await startNode(config);
    const id = await makeSite(two);
    await publish(two, id, "a");
    await vi.waitFor(async () => {
      const dead = { name: publisherLease(id), owner: "dead" };
      expect(await acquireLease(two.hq.database, dead, { ttlMs: 2000 })).toBeDefined();
    }, soon);
    const { store } = await two.sites.content(id);
    const { entry } = await store.saveEntry(
      { type: "posts", slug: "b", values: new Map() },
      { actor },
    );
    await publishEntries(store, { entries: [{ id: entry.id }], actor });
    await vi.waitFor(() => expect(existsSync(fileOf(two, id, "b"))).toBe(true), soon);
  });

  test("remove what is turned off or deleted through the other", async () => {
    const config = await sharedConfig();
    const [one, two] = [await startNode(config), await startNode(config)];
    const id = await makeSite(one);
    await publish(one, id, "a");
    await vi.waitFor(() => expect(two.sites.live(id).commit).toBeDefined(), soon);
    await updateSite(two.hq.database, id, { publishing: 0 });
    await two.sites.follow(id);
    expect(existsSync(fileOf(two, id, "a"))).toBe(false);
    await vi.waitFor(() => expect(one.sites.live(id).commit).toBeUndefined(), soon);
    await deleteSite(removalBy(one), id);
    await vi.waitFor(() => expect(two.sites.has(id)).toBe(false), soon);
    expect(two.sites.unavailable()).toEqual([]);
  });
});
