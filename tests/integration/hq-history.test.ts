import { join } from "node:path";
import type { FieldValue } from "@loam/cms-core";
import { publishEntries } from "@loam/cms-core/publish";
import { openSiteStore, type SiteStore } from "@loam/cms-core/site";
import { describe, expect, test } from "vitest";
import { hq, hqServer, type HqResult } from "../support/hq/hq-process.ts";
import { makeHqSite, type HqSite } from "../support/hq/hq-site.ts";
import { folderContent } from "../support/site/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const BOB = { name: "Bob", email: "bob@example.test" };

interface HistorySite extends HqSite {
  readonly run: (...args: readonly string[]) => Promise<HqResult>;
  /** Runs the command with `--json` and parses its output. */
  readonly ask: (...args: readonly string[]) => Promise<unknown>;
}

/** Creates a site with two published posts, one of which was changed, published again, and renamed. */
async function historySite(): Promise<HistorySite> {
  const site = await makeHqSite(await temporaryFolder());
  const { folder, ids } = site;
  const run = async (...args: readonly string[]): Promise<HqResult> => hq(args, { folder });
  const [one = "", two = ""] = ["posts/one", "posts/two"].map((name) => ids.get(name));
  const author = { id: ids.get("people/ada") ?? "" };
  await inStore(site, async (store) => {
    const save = async (slug: string, values: Readonly<Record<string, FieldValue>>) =>
      store.saveEntry(
        { type: "posts", id: one, slug, values: new Map(Object.entries(values)) },
        { actor: BOB },
      );
    await save("one", { title: "One", rating: 9, author });
    await publishEntries(store, { entries: [{ id: author.id }], actor: BOB });
    await publishEntries(store, { entries: [{ id: one }, { id: two }], actor: BOB });
    await save("one", { title: "One more", rating: 10 });
    await publishEntries(store, { entries: [{ id: one }], actor: BOB });
    await save("first", { title: "The first", rating: 3 });
  });
  return {
    ...site,
    run,
    ask: async (...args) => {
      const { out, err } = await run(...args, "--json");
      return JSON.parse(out === "" ? err : out);
    },
  };
}

async function inStore<T>(
  { folder, siteId }: HqSite,
  work: (store: SiteStore) => Promise<T>,
): Promise<T> {
  const store = await openSiteStore(join(folder, "data/sites", `${siteId}.git`));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function publicFiles({ folder, siteId }: HqSite): Promise<Record<string, string>> {
  const files = await folderContent(join(folder, "data/public", siteId));
  const index = files["api/index.json"] ?? "";
  return { ...files, "api/index.json": index.replace(/"generatedFrom":"\w+"/, "") };
}

/** Returns the first word of each line. */
function firstWords({ out }: HqResult): string[] {
  return out.split("\n").flatMap((line) => (line === "" ? [] : [line.split(" ", 1)[0] ?? ""]));
}

// Each command is a separate process.
describe("hq site log and rollback", () => {
  test("rolls public files back to an earlier publish after showing the changes", async () => {
    const site = await historySite();
    const { run, ask } = site;
    await run("repair", "Blog");
    const later = await publicFiles(site);
    const log = await run("site", "log", "Blog");
    expect(log.out.split("\n").map((line) => line.replace(/^\w{10} {2}\S+Z {2}/, ""))).toEqual([
      "Bob  publish  Publish posts/one",
      expect.stringMatching(/^Bob {2}publish {2}posts\/(?:one, posts\/two|two, posts\/one)$/),
      "Bob  publish  Publish people/ada",
      "",
    ]);
    const [newest = "", , first = ""] = firstWords(log);

    const dry = await run("site", "rollback", "Blog", first, "--dry-run");
    expect(dry.out.split("\n").toSorted()).toEqual([
      "",
      "  unpublished  posts/one  version 2",
      "  unpublished  posts/two  version 1",
      `Rolling back to ${first} would change 2 entries and 0 other files:`,
    ]);
    expect(await publicFiles(site)).toEqual(later);

    expect(await ask("site", "rollback", "Blog", first)).toMatchObject({
      dryRun: false,
      deleted: [],
      files: [],
      to: expect.stringMatching(`^${first}\\w{30}$`),
    });
    const then = await publicFiles(site);
    expect(Object.keys(then).filter((path) => /posts\/(?:one|two)/.test(path))).toEqual([]);
    expect(then).toHaveProperty("api/people/ada.json");
    const forward = await run("site", "rollback", "Blog", newest);
    expect(forward.out).toContain("live again  posts/one  version 2");
    expect(await publicFiles(site)).toEqual(later);
    const again = await run("site", "rollback", "Blog", newest);
    expect(again.out).toBe(`The live site already matches ${newest}.\n`);
  });

  test("work alongside a running server", async () => {
    const { folder } = await historySite();
    await hqServer({ folder });
    const log = await hq(["site", "log", "Blog", "--limit", "1"], { folder });
    expect([log.code, firstWords(log)]).toEqual([0, [expect.stringMatching(/^\w{10}$/)]]);
    const [commit = ""] = firstWords(log);
    const entry = await hq(["entry", "log", "Blog", "posts/first"], { folder });
    expect([entry.code, firstWords(entry)]).toMatchObject([0, { length: 6 }]);
    const dry = await hq(["site", "rollback", "Blog", commit, "--dry-run"], { folder });
    expect(dry.code).toBe(0);
    expect(await hq(["site", "rollback", "Blog", commit], { folder })).toMatchObject({
      code: 0,
      out: `The live site already matches ${commit}.\n`,
    });
    const restored = await hq(["entry", "restore", "Blog", "posts/first", commit], { folder });
    expect(restored.code).toBe(0);
  });
});

describe("hq entry", () => {
  test("lists an entry's events page by page and the authors of its fields", async () => {
    const { run, ask } = await historySite();
    const { out } = await run("entry", "log", "Blog", "posts/first");
    expect(out.split("\n").map((line) => line.replace(/^\w{10} {2}\S+ {2}/, ""))).toEqual([
      expect.stringMatching(/^Bob +rename +first$/),
      expect.stringMatching(/^Bob +publish +one +version 2$/),
      expect.stringMatching(/^Bob +update +one$/),
      expect.stringMatching(/^Bob +publish +one +version 1$/),
      expect.stringMatching(/^Bob +update +one$/),
      expect.stringMatching(/^Ann +create +one$/),
      "",
    ]);
    const page = await run("entry", "log", "Blog", "posts/first", "--limit", "2");
    const cursor = /--cursor (\S+)/.exec(page.out)?.[1] ?? "";
    const rest = await ask("entry", "log", "Blog", "posts/first", "--cursor", cursor);
    expect(rest).toMatchObject({
      events: [{ kind: "update" }, { kind: "publish" }, { kind: "update" }, { kind: "create" }],
    });
    const blame = await run("entry", "blame", "Blog", "posts/first");
    expect(blame.out).toMatch(/^title +\w{10} +\S+ +Bob +Rename posts\/one to posts\/first\n/);
  });

  test("compares two versions and restores one, or a field, as a draft", async () => {
    const { run, ask, siteId } = await historySite();
    const commits = firstWords(await run("entry", "log", "Blog", "posts/first"));
    const [, live = "", , , , created = ""] = commits;
    const diff = await run("entry", "diff", siteId, "posts/first", created);
    expect(diff.out.split("\n")).toEqual([
      'slug: "one" → "first"',
      "title: changed",
      expect.stringContaining("[-One-]{+The first+}"),
      "rating: changed  10 → 3",
      expect.stringMatching(/^author: removed {2}\{"id":"e\w{19}"\} → \(none\)$/),
      "",
    ]);
    const changes = await ask("entry", "diff", "Blog", "posts/first", created, live);
    expect(changes).toMatchObject({
      system: [],
      fields: [
        { field: "title", text: [{ text: "One" }, { kind: "added", text: " more" }] },
        { field: "author", kind: "removed" },
      ],
    });
    const field = await ask("entry", "restore", "Blog", "posts/first", created, "--field", "title");
    expect(field).toMatchObject({ slug: "first", changed: true });
    // The live version includes its slug, so there is nothing to publish.
    const whole = await ask("entry", "restore", "Blog", "posts/first", live);
    expect(whole).toMatchObject({ slug: "one", changed: true });
    expect(await ask("entry", "diff", "Blog", "posts/one", live)).toEqual({
      system: [],
      fields: [],
    });
    expect(await ask("site", "log", "Blog")).toHaveLength(3);
  });

  test("finds a deleted entry by its slug and restores it", async () => {
    const site = await historySite();
    const { run, ask } = site;
    const id = site.ids.get("posts/one") ?? "";
    await inStore(site, async (store) => store.deleteEntry(id, { actor: BOB }));
    const log = await run("entry", "log", "Blog", "posts/first");
    expect(log.out).toMatch(/^\w{10} {2}\S+ {2}Bob +delete +first\n/);
    const [, renamed = ""] = firstWords(log);
    expect(await ask("entry", "restore", "Blog", "posts/first", renamed)).toMatchObject({
      id,
      slug: "first",
      changed: true,
    });
  });

  test.for([
    [["site", "log", "nope"], 3, "site_not_found"],
    [["site", "log", "Blog", "--limit", "0"], 2, "whole number"],
    [["site", "rollback", "Blog", "1111111"], 3, "not_found"],
    [["site", "rollback", "Blog", "--all"], 2, "--all"],
    [["entry", "log", "Blog", "posts/nope"], 3, "content_not_found"],
    [["entry", "log", "Blog", "posts/one", "--cursor", "x"], 1, "invalid_cursor"],
    [["entry", "diff", "Blog", "posts/one", "main"], 3, "not_found"],
    [["entry", "restore", "Blog", "posts/one", "1111111", "--row", "a"], 1, "--field"],
    [["entry", "restore", "Blog", "posts/one", "1111111", "--as", "no@x.test"], 3, "not_found"],
  ] as const)("for %o exits with %i and %s", async ([args, exit, message]) => {
    const { folder } = await makeHqSite(await temporaryFolder());
    const { code, err, out } = await hq(args, { folder });
    expect([code, out]).toEqual([exit, ""]);
    expect(err).toContain(message);
  });
});
