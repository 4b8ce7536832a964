import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openSiteStore } from "@loam/cms-core/site";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Browser, openBrowser } from "../support/browser/browser.ts";
import { freePort } from "../support/free-port.ts";
import { hq } from "../support/hq/hq-process.ts";
import { runHq } from "../support/hq/running-hq.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const FIXTURES = resolve(import.meta.dirname, "../fixtures/data-folders");

/** Released versions with stored data folders; see the README next to them. */
const VERSIONS = ["aa8961e4", "27c80245"] as const;

const aboutSchema = z.object({
  sites: z.object({ Journal: z.string(), Notes: z.string() }),
  entries: z.record(z.string(), z.object({ id: z.string(), state: z.string() })),
  users: z.array(z.string()),
  audit: z.number(),
});

const ENV = {
  LOAM_BASE_URL: "http://127.0.0.1:47113",
  LOAM_BILLING: "none",
  LOAM_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
};
const ADMIN = { email: "ada@example.org", password: "correct horse battery 9" };
const NOW = new Date("2026-11-30T12:00:00.000Z");

interface Golden {
  readonly folder: string;
  readonly about: z.infer<typeof aboutSchema>;
}

async function unpack(version: string): Promise<Golden> {
  const folder = await temporaryFolder("loam-upgrade");
  execFileSync("tar", ["-xzf", join(FIXTURES, `${version}.tar.gz`), "-C", folder]);
  const about = aboutSchema.parse(JSON.parse(readFileSync(join(folder, "about.json"), "utf8")));
  return { folder, about };
}

/** Returns the hashes of the public files. */
function publicFiles(folder: string): Readonly<Record<string, string>> {
  const paths = globSync("data/public/**/*.*", { cwd: folder }).toSorted();
  return Object.fromEntries(
    paths.map((path) => [
      path,
      createHash("sha256")
        .update(readFileSync(join(folder, path)))
        .digest("hex"),
    ]),
  );
}

/** Opens the folder with today's HQ, and signs in the first admin. */
async function open(folder: string): Promise<Browser> {
  const port = String(await freePort());
  await runHq({ folder, env: { ...ENV, LOAM_PORT: port }, now: () => NOW });
  const browser = openBrowser({ at: `http://127.0.0.1:${port}`, baseUrl: ENV.LOAM_BASE_URL });
  expect((await browser.signIn(ADMIN.email, ADMIN.password)).status).toBe(200);
  return browser;
}

const API = "/api/manage";

async function ask(
  browser: Browser,
  method: string,
  path: string,
  body?: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await browser.ask(method, `${API}${path}`, body === undefined ? {} : { body });
  if (answer.status >= 300) throw new Error(`${path} was answered ${answer.text}`);
  return answer.body;
}

const listSchema = z.object({
  entries: z.array(
    z.object({ id: z.string(), type: z.string(), slug: z.string(), state: z.string() }),
  ),
});

async function statesOf(
  browser: Browser,
  { sites }: Golden["about"],
): Promise<Golden["about"]["entries"]> {
  const found: Record<string, { readonly id: string; readonly state: string }> = {};
  for (const [name, site] of Object.entries(sites)) {
    const list = await ask(browser, "GET", `/sites/${site}/entries?limit=100`);
    for (const { type, slug, id, state } of listSchema.parse(list).entries) {
      found[`${name}/${type}/${slug}`] = { id, state };
    }
  }
  return found;
}

/** Returns the commit of `published` and its files. */
async function published(folder: string, siteId: string): Promise<readonly string[]> {
  const store = await openSiteStore(join(folder, `data/sites/${siteId}.git`));
  const { repository } = store;
  try {
    const commit = await repository.resolveRef("refs/heads/published");
    return (await repository.listFiles(commit ?? "")).map(({ path }) => path);
  } finally {
    await store.close();
  }
}

test.for(VERSIONS)("keeps everything of %s, including live content", async (version) => {
  const { folder, about } = await unpack(version);
  const before = publicFiles(folder);
  expect(Object.keys(before).length).toBeGreaterThan(20);
  const browser = await open(folder);
  const { Journal, Notes } = about.sites;

  expect(await statesOf(browser, about)).toEqual(about.entries);
  const users = about.users.map((email) => expect.objectContaining({ email }));
  expect(await ask(browser, "GET", "/users")).toMatchObject({
    users: expect.arrayContaining(users),
  });
  const { records } = await ask(browser, "GET", "/audit?limit=100");
  expect(z.array(z.unknown()).parse(records).length).toBeGreaterThanOrEqual(about.audit);
  const { releases } = await ask(browser, "GET", `/sites/${Journal}/releases`);
  expect(releases).toMatchObject([{ title: "Spring", state: "scheduled" }]);
  const { webhooks } = await ask(browser, "GET", `/sites/${Journal}/webhooks`);
  expect(webhooks).toMatchObject([{ url: "https://build.example.org/hook" }]);
  const scheduled = about.entries["Journal/posts/scheduled"]?.id ?? "";
  const entry = await ask(browser, "GET", `/sites/${Journal}/types/posts/entries/${scheduled}`);
  expect(JSON.stringify(entry)).toContain("2031-06-01T09:00:00.000Z");
  const live = about.entries["Journal/posts/live"]?.id ?? "";
  const { body } = await browser.ask(
    "GET",
    `${API}/sites/${Journal}/types/posts/entries/${live}/history`,
  );
  expect(JSON.stringify(body)).toContain("publish");
  const { transfers } = await ask(browser, "GET", `/sites/${Notes}/transfers`);
  expect(transfers).toMatchObject([{ siteId: Notes }]);
  expect(publicFiles(folder)).toEqual(before);
});

test.for(VERSIONS)(
  "the first publish after %s changes only its entry and can be rolled back",
  async (version) => {
    const { folder, about } = await unpack(version);
    const before = publicFiles(folder);
    const browser = await open(folder);
    const { Journal } = about.sites;
    const site = `/sites/${Journal}`;
    const index = Object.keys(before).find((path) => path.endsWith(`${Journal}/api/index.json`));
    const { generatedFrom } = z
      .object({ generatedFrom: z.string() })
      .parse(JSON.parse(readFileSync(join(folder, index ?? ""), "utf8")));

    const draft = about.entries["Journal/posts/draft"]?.id ?? "";
    await ask(browser, "POST", `${site}/types/posts/entries/${draft}/publish`);
    const after = publicFiles(folder);
    const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
    expect(changed.map((path) => path.replace(`data/public/${Journal}/`, ""))).toEqual(
      [
        "api/index.json",
        "api/posts.json",
        "api/posts/_index.json",
        "api/posts/draft.json",
        `api/posts/${draft}.json`,
      ].toSorted(),
    );
    expect(Object.keys(after)).toEqual(expect.arrayContaining(Object.keys(before)));
    const paths = await published(folder, Journal);
    expect(paths).toContain("ledger/format.yml");
    expect(
      paths.filter(
        (path) => /^(?:ledger\/\w+|media)\/\w+\.yml$/.test(path) && path !== "ledger/format.yml",
      ),
    ).toEqual([]);

    await ask(browser, "POST", `${site}/rollback`, { commit: generatedFrom });
    const back = publicFiles(folder);
    expect(back[`data/public/${Journal}/api/posts/live.json`]).toBe(
      before[`data/public/${Journal}/api/posts/live.json`],
    );
    expect(back).not.toHaveProperty([`data/public/${Journal}/api/posts/draft.json`]);
  },
);

test.for(VERSIONS)("verify, doctor, audit, and backup work on the data of %s", async (version) => {
  const { folder } = await unpack(version);
  const env = { ...ENV };
  expect(await hq(["init"], { folder, env })).toMatchObject({ code: 0 });
  for (const command of [
    ["verify"],
    ["audit", "verify"],
    ["doctor"],
    ["backup", "b.zip"],
    ["site", "list"],
  ]) {
    const { code, err } = await hq(command, { folder, env });
    expect([command, code, code === 0 ? "" : err]).toEqual([command, 0, ""]);
  }
});

test.for(VERSIONS)("keeps everything live without the control database of %s", async (version) => {
  const { folder, about } = await unpack(version);
  const before = publicFiles(folder);
  for (const name of globSync("data/hq.db*", { cwd: folder })) await rm(join(folder, name));
  const env = { ...ENV, LOAM_ADMIN_EMAIL: ADMIN.email, LOAM_ADMIN_PASSWORD: ADMIN.password };
  expect(await hq(["init", "--recover"], { folder, env })).toMatchObject({ code: 0 });
  const browser = await open(folder);
  expect(await statesOf(browser, about)).toEqual(about.entries);
  expect(publicFiles(folder)).toEqual(before);
});
