import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { startCluster, type HqCluster } from "../support/hq/hq-cluster.ts";
import { hq } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { rounds } from "../support/test-rounds.ts";

const EDITORS = 8;
const KILLS = rounds(2);
const ENV = {
  LOAM_ADMIN_EMAIL: "ann@example.test",
  LOAM_ADMIN_PASSWORD: "correct horse battery",
  LOAM_PUBLIC_STORAGE_URL: "http://cdn.example.test",
  LOAM_LOG_LEVEL: "warn",
  LOAM_WRITE_LIMIT: "1000000",
};

const run = promisify(execFile);

/** State of an entry that only one editor changes. */
interface Edited {
  readonly slug: string;
  /** Acknowledged titles, in order. */
  readonly saved: string[];
  /** Sent titles, in order. It is unknown whether the last ones were saved. */
  readonly sent: string[];
  /** The newest title when a publish was acknowledged. */
  published?: string;
}

interface Site {
  readonly cluster: HqCluster;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

test("keeps everything acknowledged, whichever of several processes are killed", async () => {
  const { folder, siteId, ids } = await makeHqSite(await temporaryFolder());
  const options = { folder, env: ENV };
  await hq(["init"], options);
  const scopes = "content:read,content:write,content:publish";
  const created = ["token", "create", "--user", ENV.LOAM_ADMIN_EMAIL, "--scopes", scopes];
  const { token } = JSON.parse((await hq([...created, "--json"], options)).out);
  const cluster = await startCluster(3, options);
  const path = `/api/manage/sites/${siteId}/types/posts/entries`;
  const headers = {
    authorization: `Bearer ${String(token)}`,
    "content-type": "application/json",
  };
  const site: Site = { cluster, path, headers };

  await schedule(site, ids.get("posts/two") ?? "");
  const stop = new AbortController();
  const entries = await Promise.all(Array.from({ length: EDITORS }, (_, n) => create(site, n)));
  const editing = entries.map((entry) => edit(site, entry, stop.signal));
  // However busy the machine is, every editor saves and publishes between kills, and after the last one.
  const goOn = async (): Promise<void> => {
    const before = entries.map(({ saved }) => saved.length);
    await vi.waitFor(
      () => {
        for (const [place, { saved, published }] of entries.entries()) {
          expect(saved.length).toBeGreaterThan((before[place] ?? 0) + 2);
          expect(published).toBeDefined();
        }
      },
      { timeout: 120_000 },
    );
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await goOn();
    await cluster.killOne(500);
  }
  await goOn();
  stop.abort();
  const edited = await Promise.all(editing);

  const gitDir = join(folder, "data/sites", `${siteId}.git`);
  const git = async (...args: string[]): Promise<string> =>
    (await run("git", ["--git-dir", gitDir, ...args], { maxBuffer: 1e9 })).stdout;
  const history = await git("log", "-p", "main");
  for (const entry of edited) {
    expect(entry.saved.length).toBeGreaterThan(3);
    expect(entry.published).toBeDefined();
    for (const title of entry.saved) expect(history).toContain(`+title: ${title}\n`);
    const titleAt = async (branch: string): Promise<string | undefined> =>
      /title: (.*)\n/.exec(await git("grep", "-h", `^title: ${entry.saved[0]}r`, branch))?.[1];
    const head = await titleAt("main");
    expect(entry.sent.slice(entry.sent.indexOf(entry.saved.at(-1) ?? ""))).toContain(head);
    const live = await titleAt("published");
    expect(entry.sent.slice(entry.sent.indexOf(entry.published ?? ""))).toContain(live);
  }

  // Another process has completed or soon completes what a killed one left.
  const verified = await vi.waitFor(
    async () => {
      const { code, out } = await hq(["verify", siteId, "--json"], options);
      expect({ code, out }).toMatchObject({ code: 0 });
      return JSON.parse(out);
    },
    { timeout: 120_000, interval: 500 },
  );
  expect(verified).toMatchObject({ sites: [{ findings: [] }] });
  // A killed process leaves unacknowledged commits.
  expect(await git("fsck", "--full", "--strict", "--no-dangling")).toBe("");
  await vi.waitFor(
    async () => {
      const fired = await git("log", "--oneline", "published", "--", "content/posts/two.yml");
      expect(fired.trim().split("\n").filter(Boolean)).toHaveLength(1);
    },
    { timeout: 120_000, interval: 500 },
  );
  const commit = (await git("rev-parse", "main")).trim();
  for (const server of cluster.running()) {
    const [first] = edited;
    const response = await fetch(`${server.url}${path}/${first?.slug}`, { headers });
    expect(await response.json()).toMatchObject({ fields: { title: expect.any(String) } });
    expect(await server.stop("SIGTERM")).toBe(0);
  }
  expect((await git("rev-parse", "main")).trim()).toBe(commit);
  expect(cluster.errors()).not.toMatch(/"level":(?:50|60)/);
});

async function schedule({ cluster, path, headers }: Site, id: string): Promise<void> {
  const publishAt = new Date(Date.now() + 10_000).toISOString();
  const answer = await cluster.ask(`${path}/${id}/schedule`, {
    method: "PUT",
    headers,
    body: JSON.stringify({ publishAt }),
  });
  expect(answer).toMatchObject({ status: 200 });
}

async function create({ cluster, path, headers }: Site, editor: number): Promise<Edited> {
  const slug = `editor-${editor}`;
  const title = `e${editor}r0`;
  const body = JSON.stringify({ slug, fields: { title } });
  const answer = await cluster.ask(path, { method: "POST", headers, body });
  expect(answer).toMatchObject({ status: 201 });
  return { slug, saved: [title], sent: [title] };
}

/** Saves new titles of an entry and publishes some of them, each time through a random process. */
async function edit(site: Site, entry: Edited, signal: AbortSignal): Promise<Edited> {
  const { cluster, headers } = site;
  const path = `${site.path}/${entry.slug}`;
  for (let round = 1; !signal.aborted; round += 1) {
    const title = `${entry.saved[0]}r${round}`;
    entry.sent.push(title);
    const body = JSON.stringify({ fields: { title } });
    const saved = await cluster.ask(path, { method: "PATCH", headers, body });
    if (saved === undefined) continue;
    expect(saved).toMatchObject({ status: 200, body: { fields: { title } } });
    entry.saved.push(title);
    const read = (await cluster.ask(path, { headers })) ?? saved;
    expect(read).toMatchObject({ body: { fields: { title } } });
    if (round % 2 === 1) continue;
    const published = await cluster.ask(`${path}/publish`, { method: "POST", headers });
    if (published === undefined) continue;
    expect(published).toMatchObject({ status: 200, body: { state: "published" } });
    entry.published = title;
  }
  return entry;
}
