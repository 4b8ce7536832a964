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

test("an export that is opened and never read starts no process", async () => {
  await exportOf(await heavyBlog());

  expect(bundles()).toEqual([]);
});

test("an export whose reader has gone before the first byte leaves no process behind", async () => {
  const gone = new PassThrough().destroy();
  const opened = await exportOf(await heavyBlog());

  await expect(pipeline(opened.zip(), gone)).rejects.toMatchObject({
    code: expect.stringMatching(/^ERR_STREAM_/),
  });

  expect(bundles()).toEqual([]);
});

test("an export whose reader goes while git works leaves no process behind", async () => {
  const reading = (await exportOf(await heavyBlog())).zip();

  while (bundles().length === 0) expect((await reading.next()).done).toBe(false);
  await reading.return(undefined);

  expect(bundles()).toEqual([]);
});

test("an export whose git is ended by another fails with that reason", async () => {
  const reading = (await exportOf(await heavyBlog())).zip();

  while (bundles().length === 0) await reading.next();
  for (const pid of bundles()) process.kill(pid);

  await expect(buffer(reading)).rejects.toMatchObject({ code: "git_failed" });
});
