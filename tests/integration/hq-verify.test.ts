import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { hq } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const env = {
  LOAM_BASE_URL: "https://hq.test",
  LOAM_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
};

async function publishedBlog() {
  const { folder, siteId } = await makeHqSite(await temporaryFolder());
  await hq(["publish", "Blog", "posts/one", "--schemas"], { folder, env });
  return { folder, gitDir: join(folder, "data/sites", `${siteId}.git`) };
}

test("verify reports files written for another URL in one line", async () => {
  const { folder } = await publishedBlog();
  const elsewhere = { LOAM_BASE_URL: "https://other.test" };
  const { code, out, err } = await hq(["verify", "Blog"], { folder, env: elsewhere });
  expect([code, err]).toEqual([1, expect.stringMatching(/^hq: files_differ: .*LOAM_BASE_URL/)]);
  expect(out).toMatch(
    /^Blog \(\w+\): \d+ files, all as published for https:\/\/hq\.test\/public\/\w+, but https:\/\/other\.test\/public\/\w+ is configured\.\n$/,
  );
});

test.each([
  ["a branch that holds no commit", "refs/heads/main"],
  ["a damaged pack", "objects/pack"],
])("verify finds %s", async (_, place) => {
  const { folder, gitDir } = await publishedBlog();
  const names = await readdir(join(gitDir, "objects/pack"));
  const pack = names.find((name) => name.endsWith(".pack")) ?? "";
  const path = join(gitDir, place, place === "objects/pack" ? pack : "");
  const bytes = await readFile(path);
  await rm(path);
  await writeFile(path, bytes.fill(0, bytes.length >> 1));
  const { code, out, err } = await hq(["verify"], { folder, env });
  expect([code, err]).toEqual([1, expect.stringMatching(/^hq: repository_broken: /)]);
  expect(out).toMatch(/^ {2}repository: error: /m);
  expect(out).toContain("Control database: no problems.\n");
});

test("verify finds a damaged control database and a changed audit record", async () => {
  const { folder } = await publishedBlog();
  const file = join(folder, "data/hq.db");
  const database = new DatabaseSync(file);
  database.exec("UPDATE audit_head SET seq = seq + 1");
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const changed = await hq(["verify"], { folder, env });
  expect(changed.out).toContain("Audit log: record 1 was changed after it was written");
  expect([changed.code, changed.err]).toEqual([1, expect.stringMatching(/^hq: audit_broken: /)]);

  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0xa5, bytes.length - 8192));
  const damaged = await hq(["verify"], { folder, env });
  expect(damaged.out).toContain("Control database: damaged.\n");
  expect([damaged.code, damaged.err]).toEqual([
    1,
    expect.stringMatching(/^hq: data_dir_unusable: /),
  ]);
});
