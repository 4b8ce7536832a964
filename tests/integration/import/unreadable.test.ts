import { execFileSync } from "node:child_process";
import { mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestSite, post, writeTree } from "./import-into.ts";

test("reports unreadable files and imports the rest", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "posts/good.md": post("title: Good", "![x](pic.png) ![y](gone.png)"),
    "posts/utf16.md": Buffer.from("\uFEFFtitle", "utf16le"),
    "posts/junk.md": Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 37) % 256)),
    "posts/pic.png": "no picture",
    "posts/huge.md": "",
    "_config.yml": "",
  });
  // A sparse file, larger than Node can read at once.
  await truncate(join(folder, "posts/huge.md"), 5 * 1024 ** 3);
  await truncate(join(folder, "_config.yml"), 5 * 1024 ** 3);
  await symlink(folder, join(folder, "loop"));
  await symlink("/nowhere", join(folder, "posts/dangling.md"));
  execFileSync("sh", ["-c", 'mkfifo "$0"', join(folder, "posts/pipe.md")]);
  // A name that isn't valid UTF-8 is listed, but can't be opened.
  await writeFile(
    Buffer.concat([
      Buffer.from(join(folder, "posts/")),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(".md"),
    ]),
    post("title: Name"),
  );

  const report = await site.import(folder);

  expect(report.entries.map(({ path }) => path)).toEqual(["posts/good.md"]);
  expect(report.failed.map(({ path, code }) => `${path} ${code}`).toSorted()).toEqual([
    "posts/huge.md too_large",
    "posts/junk.md invalid_unicode",
    "posts/utf16.md invalid_unicode",
    "posts/\uFFFD\uFFFD.md invalid_path",
  ]);
  const aside = report.skipped.map(({ reason, places }) => [
    reason,
    places.map(({ path }) => path),
  ]);
  expect(Object.fromEntries(aside)).toMatchObject({
    special: ["posts/pipe.md"],
    symlink: ["loop", "posts/dangling.md"],
  });
});

test("reports oversized Eleventy data and imports its pages", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "eleventy.config.js": "",
    "posts/good.md": post("title: Good"),
    "posts/posts.json": "",
  });
  await truncate(join(folder, "posts/posts.json"), 100 * 1024 ** 2);
  const report = await site.import(folder);
  expect(report.entries.map(({ path }) => path)).toEqual(["posts/good.md"]);
  expect(report.failed).toMatchObject([{ path: "posts/posts.json", code: "too_large" }]);
  expect(report.failed[0]?.message).toContain("8 MiB for an import");
});

test("reports an unreadable folder and imports the rest", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "posts/good.md": post("title: Good"),
  });
  // Longer than the maximum path, so no one can read it, not even root.
  const half = Array.from({ length: 10 }, () => "d".repeat(250)).join("/");
  const deepen = `mkdir -p "$0/posts/${half}" "$0/rest/${half}" && cd "$0/posts/${half}" && mv "$0/rest" .`;
  execFileSync("sh", ["-c", deepen, folder]);
  onTestFinished(() => void execFileSync("rm", ["-rf", folder]));

  const report = await site.import(folder);

  expect(report.entries.map(({ path }) => path)).toEqual(["posts/good.md"]);
  const unreadable = report.skipped.find(({ reason }) => reason === "unreadable");
  expect(unreadable?.places).toHaveLength(1);
});

test("imports both of two identical-looking names", async () => {
  const site = await createTestSite();
  const folder = join(site.folder, "blog");
  await mkdir(join(folder, "posts"), { recursive: true });
  await writeFile(join(folder, "posts", "caf\u00e9.md"), post("title: One"));
  await writeFile(join(folder, "posts", "cafe\u0301.md"), post("title: Two"));

  const report = await site.import(folder);

  expect(report.failed).toEqual([]);
  const slugs = site.store.entries("posts").map(({ slug }) => slug);
  expect(slugs).toEqual(["caf\u00e9", "caf\u00e9-2"]);
  expect((await site.import(folder)).commit).toBeUndefined();
});
