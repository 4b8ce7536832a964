import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hq } from "../../support/hq/hq-process.ts";
import { makeHqSite } from "../../support/hq/hq-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { zipContent } from "../../support/transfer/zip-content.ts";

test("hq export writes a ZIP and never overwrites a file", async () => {
  const { folder, siteId } = await makeHqSite(await temporaryFolder());
  await hq(["publish", "Blog", "posts/one"], { folder });

  const made = await hq(["export", "Blog", "--output", "blog.zip", "--json"], { folder });
  const report = JSON.parse(made.out);

  expect([made.code, made.err]).toEqual([0, ""]);
  const files = await zipContent(join(folder, "blog.zip"));
  const bytes = await readFile(join(folder, "blog.zip"));
  expect(report).toMatchObject({ byteSize: bytes.length, files: files.size });
  expect(files.has("published/api/posts/one.json")).toBe(true);
  expect(String(files.get("content/home.jsonl"))).toContain("canary: still a draft");

  const again = await hq(["export", siteId, "--output", "blog.zip"], { folder });
  expect([again.code, again.err]).toEqual([5, expect.stringContaining("--force")]);
  const named = await hq(["export", siteId], { folder });
  const name = `${siteId}-${String(report.commits.main).slice(0, 8)}.zip`;
  expect([named.code, (await readdir(folder)).filter((file) => file.endsWith(".zip"))]).toEqual([
    0,
    ["blog.zip", name].toSorted(),
  ]);
  expect((await readFile(join(folder, name))).equals(bytes)).toBe(true);
});

test("hq export reports an unwritable folder", async () => {
  const { folder } = await makeHqSite(await temporaryFolder());
  await writeFile(join(folder, "taken"), "");

  const failed = await hq(["export", "Blog", "--output", "taken/blog.zip"], { folder });

  expect([failed.code, failed.out]).toEqual([1, ""]);
  expect(failed.err).toContain("taken/blog.zip");
});

test("hq import restores a site and creates a second one with another id", async () => {
  const { folder, siteId } = await makeHqSite(await temporaryFolder());
  await hq(["publish", "Blog", "posts/one"], { folder });
  await hq(["export", "Blog", "--output", "blog.zip"], { folder });
  const other = await temporaryFolder();
  await hq(["init"], { folder: other });
  const zip = join(folder, "blog.zip");

  const looked = await hq(["import", zip, "--dry-run"], { folder: other });
  expect([looked.code, looked.out]).toEqual([0, expect.stringContaining("Would import Blog")]);
  const env = { LOAM_BILLING: "none" };
  const imported = await hq(["import", zip, "--yes", "--json"], { folder: other, env });
  expect([imported.err, JSON.parse(imported.out)]).toMatchObject([
    "",
    { site: { id: siteId, name: "Blog" }, entries: 5, published: true },
  ]);
  const again = await hq(["export", "Blog", "--output", "again.zip"], { folder: other });
  expect(again.code).toBe(0);
  expect(await readFile(join(other, "again.zip"))).toEqual(await readFile(zip));
  expect((await hq(["verify"], { folder: other })).code).toBe(0);

  const taken = await hq(["import", zip, "--yes"], { folder: other });
  expect([taken.code, taken.err]).toEqual([5, expect.stringContaining("Blog")]);
  const second = await hq(["import", zip, "--yes", "--create", "Copy"], { folder: other });
  expect([second.code, second.out]).toEqual([
    0,
    expect.stringContaining(`because ${siteId} is already in use`),
  ]);
  expect((await hq(["verify"], { folder: other })).code).toBe(0);
  const wrong = await hq(["import", zip, "--yes", "--publish"], { folder: other });
  expect(wrong.err).toContain("--publish is only for folders");
});

test("hq site duplicate creates a publishable site", async () => {
  const { folder } = await makeHqSite(await temporaryFolder());

  const made = await hq(["site", "duplicate", "Blog", "Copy", "--json"], { folder });
  const listed = await hq(["site", "list", "--json"], { folder });
  expect(JSON.parse(listed.out)).toContainEqual(
    expect.objectContaining({ name: "Copy", publishing: false }),
  );
  expect([made.err, JSON.parse(made.out)]).toMatchObject(["", { entries: 5, leftOut: [] }]);
  const published = await hq(["publish", "Copy", "posts/one"], { folder });
  expect(published.code).toBe(0);
  const taken = await hq(["site", "duplicate", "Blog", "Copy", "--no-entries"], { folder });
  expect(taken.code).toBe(5);
});
