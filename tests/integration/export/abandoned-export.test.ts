import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CmsError } from "@loam/cms-core";
import { MAIN } from "@loam/cms-core/store";
import { expect, test } from "vitest";
import { ACTOR, type Blog } from "../../support/blog-site.ts";
import { exampleBlog, exportOf } from "../../support/example-export.ts";

/** More than git hands over before anybody reads: it is not done by itself. */
const MUCH = 16_777_216;

/** A blog of which git cannot end a bundle that nobody reads. */
async function heavyBlog(): Promise<Blog> {
  const { blog } = await exampleBlog();
  const files = new Map([["notes.bin", randomBytes(MUCH)]]);
  await blog.store.repository.commit(MAIN, { files, author: ACTOR, message: "Push" });
  return blog;
}

/** How many processes of git make a bundle for this one. */
function bundles(): number {
  const children = readdirSync("/proc/self/task").flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, "utf8").trim().split(" "),
  );
  const commands = children.map((pid) =>
    pid === "" ? "" : readFileSync(`/proc/${pid}/cmdline`, "utf8"),
  );
  return commands.filter((command) => command.includes("pack-objects")).length;
}

test("an export that is opened and never read leaves no process behind", async () => {
  const blog = await heavyBlog();

  const opened = await exportOf(blog);
  expect(bundles()).toBe(1);
  await opened[Symbol.asyncDispose]();

  expect(bundles()).toBe(0);
});

test("an export whose reader has gone before the first byte leaves no process behind", async () => {
  const blog = await heavyBlog();
  const gone = new PassThrough().destroy();

  await expect(async () => {
    await using opened = await exportOf(blog);
    await pipeline(opened.zip(), gone);
  }).rejects.toMatchObject({ code: expect.stringMatching(/^ERR_STREAM_/) });

  expect(bundles()).toBe(0);
});

test("an export that fails while it is opened leaves no process behind", async () => {
  const blog = await heavyBlog();
  let during = 0;
  const media = {
    has: async () => {
      during = bundles();
      throw new CmsError("storage_failed", "The disk is gone.");
    },
    open: async (key: string) => blog.media.open(key),
  };

  await expect(exportOf(blog, { media })).rejects.toMatchObject({ code: "storage_failed" });

  expect([during, bundles()]).toEqual([1, 0]);
});
