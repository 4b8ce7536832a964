import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBlog } from "../../support/site/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { addBinaries } from "../../support/transfer/add-binaries.ts";
import { exportInChild } from "../../support/transfer/export-in-child.ts";

const MEGABYTE = 1_048_576;

async function exported(megabytes: number): Promise<{ memory: number; byteSize: number }> {
  const folder = await temporaryFolder("export-memory");
  const { store, media } = await createBlog(folder);
  await addBinaries(store, media, { count: 10, byteSize: (megabytes * MEGABYTE) / 10 });
  await store.close();
  const file = join(folder, "site.zip");
  const memory = exportInChild(folder, file);
  return { memory, byteSize: (await stat(file)).size };
}

test("uses no more memory for ten times the media", async () => {
  const small = await exported(20);
  const large = await exported(200);

  expect(large.byteSize).toBeGreaterThan(9 * small.byteSize);
  // Garbage varies, but another 180 MB would show.
  expect((large.memory - small.memory) / MEGABYTE).toBeLessThan(60);
});
