import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hq, hqServer } from "../support/hq/hq-process.ts";
import { makeHqSite, type HqSite } from "../support/hq/hq-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const TYPE = "types/posts/type.yml";

/** Creates a site with published posts, whose working schema a developer then changes in a clone. */
async function changedSite(change: (type: string) => string): Promise<HqSite> {
  const site = await makeHqSite(await temporaryFolder());
  await hq(["publish", "Blog", "posts/one", "posts/two"], { folder: site.folder });
  await push(site, change);
  return site;
}

/** Pushes to the folder itself, which normally refuses pushes. */
const PAST_HQ = "--receive-pack=git -c core.hooksPath=/dev/null receive-pack";

async function push({ folder, siteId }: HqSite, change: (type: string) => string): Promise<void> {
  const clone = await temporaryFolder("clone");
  const git = (...args: readonly string[]): void => {
    execFileSync("git", ["-C", clone, "-c", "user.name=Dev", "-c", "user.email=d@x.test", ...args]);
  };
  git("clone", "-q", "--branch", "main", join(folder, "data/sites", `${siteId}.git`), ".");
  await writeFile(join(clone, TYPE), change(await readFile(join(clone, TYPE), "utf8")));
  git("commit", "-q", "-a", "-m", "Change the schema of posts");
  git("push", "-q", PAST_HQ, "origin", "main");
}

const requireRating = (type: string): string =>
  type.replace("type: number\n", "type: number\n    required: true\n");

describe("hq type", () => {
  test("lists types, shows the impact of a changed schema, and publishes it", async () => {
    const { folder, siteId, ids } = await changedSite((type) =>
      requireRating(type).replace("label: Author\n", "label: Writer\n"),
    );
    const list = await hq(["type", "list", "Blog", "--json"], { folder });
    expect([list.code, JSON.parse(list.out)]).toEqual([
      0,
      [
        { apiId: "home", kind: "object", label: "Home", version: 1, changes: 0, entries: 1 },
        { apiId: "people", kind: "list", label: "People", version: 1, changes: 0, entries: 1 },
        { apiId: "posts", kind: "list", label: "Posts", version: 1, changes: 2, entries: 3 },
      ],
    ]);
    const impact = await hq(["type", "impact", siteId, "posts", "--json"], { folder });
    expect([impact.code, JSON.parse(impact.out)]).toMatchObject([
      0,
      {
        changes: [
          { kind: "field_required", field: "rating" },
          { kind: "field_renamed", field: "author", before: "Author", after: "Writer" },
        ],
        issues: [],
        entries: 3,
        effects: [],
        republish: { entries: [], files: ["api/index.json"], refused: [] },
      },
    ]);

    const publish = async () => hq(["type", "publish", "Blog", "posts", "--json"], { folder });
    expect(JSON.parse((await publish()).out)).toEqual({
      apiId: "posts",
      version: 2,
      changed: true,
    });
    expect(JSON.parse((await publish()).out)).toEqual({
      apiId: "posts",
      version: 2,
      changed: false,
    });
    expect(ids.size).toBe(5);
  });

  test("explains which entries lack a field and how many files change", async () => {
    const { folder, ids } = await changedSite((type) =>
      type
        .replace(/ {2}- id: rating\n(?: {4}.*\n)+/, "")
        .replace("label: Author\n", "label: Author\n    required: true\n"),
    );
    const { code, out, err } = await hq(["type", "impact", "Blog", "posts"], { folder });

    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n")).toEqual([
      "posts: changes since version 1:",
      "  author  field required",
      "  rating  field deleted   number",
      "Of 3 entries:",
      expect.stringMatching(
        /^ {2}2 without author, which is required: cannot be published again until fixed \(e/,
      ),
      expect.stringMatching(/^ {2}3 with rating, which their next publish removes \(e/),
      "Publishing all live entries again would change 5 files, 1 entry. 1 could not be published.",
      "",
    ]);
    expect(out).toContain(ids.get("posts/two"));
  });

  test("refuses invalid schemas with the field and publishes nothing", async () => {
    const { folder } = await changedSite((type) => type.replace("apiId: rating", "apiId: stars"));
    for (const command of ["impact", "publish"]) {
      const { code, err } = await hq(["type", command, "Blog", "posts", "--json"], { folder });
      expect(code).toBe(1);
      expect(JSON.parse(err)).toMatchObject({ issues: [{ code: "api_id_fixed", field: "stars" }] });
    }
    const list = await hq(["type", "list", "Blog"], { folder });
    expect(list.out).toMatch(/^posts +list +version 1 +3 entries/m);
  });

  test.for([
    [["type", "list", "nope"], 3, "site_not_found"],
    [["type", "impact", "Blog", "nope"], 3, "content_type_not_found"],
    [["type", "publish", "Blog", "nope"], 3, "content_type_not_found"],
    [["type", "publish", "Blog", "posts", "--as", "no@x.test"], 3, "not_found"],
  ] as const)("for %o exits with %i and %s", async ([args, exit, message]) => {
    const { folder } = await makeHqSite(await temporaryFolder());
    const { code, err, out } = await hq(args, { folder });
    expect([code, out]).toEqual([exit, ""]);
    expect(err).toContain(message);
  });

  test("publishes a schema through the running server", async () => {
    const site = await makeHqSite(await temporaryFolder());
    const { folder } = site;
    await hqServer({ folder });
    const publish = ["type", "publish", "Blog", "posts"];
    expect((await hq(publish, { folder })).out).toContain("No changes since version 1 of posts.");
    await push(site, requireRating);
    const impact = await hq(["type", "impact", "Blog", "posts", "--json"], { folder });
    expect(JSON.parse(impact.out)).toMatchObject({ changes: [{ field: "rating" }] });
    expect((await hq(publish, { folder })).out).toBe("Published version 2 of posts.\n");
    expect((await hq(["type", "list", "Blog"], { folder })).out).toMatch(/^posts .* version 2 /m);
  });
});
