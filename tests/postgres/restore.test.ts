import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { hq } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { createPostgresDatabase } from "../support/postgres/postgres-database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a restore next to a database without rows explains how to load them", async () => {
  const folder = await temporaryFolder("backup");
  await makeHqSite(folder);
  const file = join(folder, "hq.backup");
  expect((await hq(["backup", file], { folder })).code).toBe(0);
  const env = { LOAM_DATABASE_URL: await createPostgresDatabase(inject("postgresUrl") ?? "") };
  const { code, err } = await hq(["restore", file], {
    folder: await temporaryFolder("restore"),
    env,
  });
  expect([code, err]).toEqual([5, expect.stringMatching(/^hq: conflict: .* with pg_restore/)]);
});
