import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { MAIN } from "@loam/cms-core/site";
import { expect, test } from "vitest";
import { ACTOR, type Blog } from "../../support/site/blog-site.ts";
import { exampleBlog, exportOf } from "../../support/transfer/example-export.ts";

/** More than Git writes before anyone reads, so it can't finish without a reader. */
const MUCH = 16_777_216;

/** Creates a blog whose bundle Git can't finish without a reader. */
async function heavyBlog(): Promise<Blog> {
  const { blog } = await exampleBlog();
  const files = new Map([["notes.bin", randomBytes(MUCH)]]);
  await blog.store.repository.commit(MAIN, { files, author: ACTOR, message: "Push" });
  return blog;
}

/** Returns the Git processes that create a bundle for this one. */
function bundles(): readonly number[] {
  const children = readdirSync("/proc/self/task").flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, "utf8").trim().split(" "),
  );
  return children
    .filter((pid) => pid !== "")
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("pack-objects"))
    .map(Number);
}

test("starts no process for an export that is never read", async () => {
  await exportOf(await heavyBlog());

  expect(bundles()).toEqual([]);
});

test("leaves no process if the reader disconnects before the first byte", async () => {
  const gone = new PassThrough().destroy();
  const opened = await exportOf(await heavyBlog());

  await expect(pipeline(opened.zip(), gone)).rejects.toMatchObject({
    code: expect.stringMatching(/^ERR_STREAM_/),
  });

  expect(bundles()).toEqual([]);
});

test("leaves no process if the reader disconnects while Git works", async () => {
  const reading = (await exportOf(await heavyBlog())).zip();

  while (bundles().length === 0) expect((await reading.next()).done).toBe(false);
  await reading.return(undefined);

  expect(bundles()).toEqual([]);
});

test("fails with a reason if Git is killed", async () => {
  const reading = (await exportOf(await heavyBlog())).zip();

  while (bundles().length === 0) await reading.next();
  for (const pid of bundles()) process.kill(pid);

  await expect(buffer(reading)).rejects.toMatchObject({ code: "git_failed" });
});
