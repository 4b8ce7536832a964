import { execFileSync } from "node:child_process";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ImportReport } from "@loam/cms-core/import";
import { describe, expect, test } from "vitest";
import { createTestSite, IS_OF_DATE, noticeLines, post, writeTree } from "./import-into.ts";

function dateLines(report: ImportReport): string[] {
  return noticeLines(report, (kind) => IS_OF_DATE.test(kind));
}

function git(folder: string, date: string, ...args: string[]): void {
  const identity = ["-c", "user.name=T", "-c", "user.email=t@example.com"];
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  execFileSync("git", [...identity, ...args], { cwd: folder, env, stdio: "pipe" });
}

describe("the date of an entry", () => {
  test("comes from front matter, the file name, folders, or its own URL", async () => {
    const site = await createTestSite();
    const folder = await writeTree(join(site.folder, "blog"), {
      "posts/a.md": post("title: A\ndate: 2024-01-01"),
      "posts/2024-01-02-b.md": post("title: B"),
      "posts/2024/01/03/c.md": post("title: C"),
      "posts/d.md": '+++\npath = "2024/01/04/Rust-1.25.0"\ntitle = "D"\n+++\n',
      "posts/e.md": post("title: E\npermalink: /blog/2024/01/05/e/"),
      "posts/f.md": post("title: F\nurl: /2024/01/06/f.html"),
      "posts/g.md": post("title: G\npath: data/2024.json"),
    });

    const report = await site.import(folder);

    const dates = await Promise.all(
      site.store.entries("posts").map(async (ref) => {
        const { createdAt, slug } = await site.store.readEntry(ref);
        return `${slug} ${createdAt.slice(0, 10)}`;
      }),
    );
    expect(dates.toSorted()).toEqual([
      "2024-01-02-b 2024-01-02",
      "a 2024-01-01",
      "c 2024-01-03",
      "e 2024-01-05",
      "f 2024-01-06",
      "g 2026-11-21",
      "rust-1.25.0 2024-01-04",
    ]);
    expect(dateLines(report)).toEqual(["no_date posts/g.md"]);
    expect((await site.import(folder, { now: () => new Date("2027-01-01") })).commit).toBe(
      undefined,
    );
  });

  test("otherwise comes from the commit that added the file, also after renames", async () => {
    const site = await createTestSite();
    const repository = await writeTree(join(site.folder, "repo"), {
      "content/old.md": post("title: Moved"),
    });
    const folder = join(repository, "docs");
    git(repository, "2020-01-01T10:00:00Z", "init", "-q");
    git(repository, "2020-01-01T10:00:00Z", "add", ".");
    git(repository, "2020-01-01T10:00:00Z", "commit", "-qm", "one");
    await writeTree(folder, { "posts/new.md": post("title: New") });
    await rename(join(repository, "content/old.md"), join(folder, "posts/moved.md"));
    git(repository, "2021-01-01T10:00:00+02:00", "add", "-A");
    git(repository, "2021-01-01T10:00:00+02:00", "commit", "-qm", "two");
    await writeFile(join(folder, "posts/moved.md"), post("title: Moved and changed"));
    git(repository, "2022-01-01T10:00:00Z", "commit", "-qam", "three");
    await writeFile(join(folder, "posts/loose.md"), post("title: Not committed"));

    const report = await site.import(folder, { publish: true });

    expect(dateLines(report)).toEqual([
      "no_date posts/loose.md",
      "date_from_git posts/moved.md",
      "date_from_git posts/new.md",
    ]);
    expect(await site.read("posts", "moved")).toContain("createdAt: 2020-01-01T10:00:00.000Z\n");
    expect(await site.read("posts", "new")).toContain("createdAt: 2021-01-01T08:00:00.000Z\n");

    git(
      site.folder,
      "2022-01-01T10:00:00Z",
      "clone",
      "-q",
      "--depth=1",
      `file://${repository}`,
      "c",
    );
    const shallow = await site.import(join(site.folder, "c/docs"));
    expect(dateLines(shallow)).toEqual(["no_date posts/moved.md", "no_date posts/new.md"]);
    expect(shallow.commit).toBeUndefined();
  });
});

test("uses title, name, or headline as the entry's title anywhere", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "posts/a.md": post("layout: post\nrelated: b.md\ntitle: The A"),
    "posts/b.md": post("layout: post\nrelated: c.md\nheadline: The B"),
    "posts/c.md": post("layout: post\nrelated: a.md\nname: The C"),
  });

  const report = await site.import(folder);

  expect(await site.read("posts", "a")).toContain("related: <posts/b> # The B\n");
  expect(await site.read("posts", "b")).toContain("related: <posts/c> # The C\n");
  expect(await site.read("posts", "c")).toContain("related: <posts/a> # The A\n");
  expect(noticeLines(report)).not.toContain("title_from_name posts.title");
});

test("keeps numbers and booleans in text", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "posts/a.md": post(
      "title: A\nhead:\n  - [{ level: 4, on: true, id: '4', version: 1.10, list: [1, x] }]\n  - - 12345678901234567890",
    ),
    "posts/b.md": '+++\ntitle = "B"\nhead = [[1, 2.5, "3", false]]\n+++\n',
    "posts/c.md": '{ "title": "C", "head": [[1, "2", null]] }\n',
  });

  await site.import(folder);

  const head = async (slug: string): Promise<unknown> => {
    const ref = site.store.findEntry("posts", slug);
    const entry = ref === undefined ? undefined : await site.store.readEntry(ref);
    return entry?.values.get("head");
  };
  expect(await head("a")).toBe(
    '[[{"level":4,"on":true,"id":"4","version":"1.10","list":[1,"x"]}],["12345678901234567890"]]',
  );
  expect(await head("b")).toBe('[[1,2.5,"3",false]]');
  expect(await head("c")).toBe('[[1,"2",""]]');
  expect((await site.import(folder)).commit).toBeUndefined();
});

test("reads keys of days as dates in any spelling and keeps versions as text", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "posts/a.md": post("title: A\nreviewed: Sep 15 2022\nrelease: 2022.09.15\nheld: Mars 4 2022"),
    "posts/b.md": post("title: B\nreviewed: '4 July 2021'\nrelease: 2022.10.01\nheld: May 5 2022"),
    "posts/c.md": post("title: C\nreviewed: 2020-01-02\nrelease: 2023.1.4\nheld: June 6 2022"),
  });

  await site.import(folder);

  expect(site.fields("posts")).toEqual([
    "title text",
    "reviewed date",
    "release text",
    "held text",
    "body richtext",
  ]);
  expect(await site.read("posts", "a")).toContain("reviewed: 2022-09-15\n");
  expect(await site.read("posts", "b")).toContain("reviewed: 2021-07-04\n");
  expect((await site.import(folder)).commit).toBeUndefined();
});
