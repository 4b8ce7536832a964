import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hq } from "../../support/hq-process.ts";
import { makeHqSite } from "../../support/hq-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { zipContent } from "../../support/zip-content.ts";

test("hq export writes a ZIP, and never over a file that is there", async () => {
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

test("hq export reports a folder that it cannot write to", async () => {
  const { folder } = await makeHqSite(await temporaryFolder());
  await writeFile(join(folder, "taken"), "");

  const failed = await hq(["export", "Blog", "--output", "taken/blog.zip"], { folder });

  expect([failed.code, failed.out]).toEqual([1, ""]);
  expect(failed.err).toContain("taken/blog.zip");
});
