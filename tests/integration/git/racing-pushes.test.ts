import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cloneMain, commitFiles, git } from "../../support/git/git-client.ts";
import { pushWhile } from "../../support/git/push-while.ts";
import { type SiteByGit, startSiteByGit } from "../../support/git/site-by-git.ts";
import { rounds } from "../../support/test-rounds.ts";

interface Raced {
  readonly site: SiteByGit;
  readonly folder: string;
  readonly posts: string;
  /** Replaces text in an entry's file. */
  readonly edit: (name: string, from: string, to: string) => Promise<void>;
  /** Reads the entry as editors see it. */
  readonly read: (name: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly save: (name: string, fields: object) => Promise<void>;
}

const RACES = rounds(5);

const fileOf = (name: string): string => `content/posts/${name}.md`;

/** Creates a developer's clone of a site with entries of these names. */
async function start(...names: readonly string[]): Promise<Raced> {
  // More rounds than the write limit per minute allows.
  const site = await startSiteByGit({ LOAM_WRITE_LIMIT: "1000000" });
  const posts = `/api/manage/sites/${site.siteId}/types/posts/entries`;
  for (const slug of names) {
    const fields = { title: `Title of ${slug}`, text: "Text.", rating: 1 };
    await site.admin.ask("POST", posts, { body: { slug, fields } });
  }
  const folder = await cloneMain(site.remote(await site.token()));
  return {
    site,
    folder,
    posts,
    async edit(name, from, to) {
      const path = join(folder, fileOf(name));
      const text = await readFile(path, "utf8");
      expect(text).toContain(from);
      await writeFile(path, text.replace(from, to));
    },
    read: async (name) => (await site.admin.ask("GET", `${posts}/${name}`)).body,
    async save(name, fields) {
      const { status } = await site.admin.ask("PATCH", `${posts}/${name}`, { body: { fields } });
      expect(status).toBe(200);
    },
  };
}

/** Commits the edits and pushes them while someone else saves. */
async function race(
  { folder }: Raced,
  work: () => Promise<unknown>,
  to: readonly string[] = ["origin", "main"],
): Promise<string> {
  await commitFiles(folder, {});
  return (await pushWhile(folder, work, ...to)).stderr;
}

async function backToMain({ folder }: Raced): Promise<void> {
  await git(folder, "fetch", "--quiet");
  await git(folder, "reset", "--quiet", "--hard", "origin/main");
}

test("merges an editor's save with a concurrent push by field", async () => {
  const raced = await start("a", "b", "c");
  const { site, folder, posts, edit, read, save } = raced;
  await edit("a", "rating: 1", "rating: 5");
  await edit("b", "Text.", "Text of a developer.");
  await writeFile(join(folder, fileOf("new")), "---\ntitle: New\n---\n");
  const merged = await race(raced, async () => {
    await save("a", { title: "Of an editor" });
    await site.admin.ask("PATCH", `${posts}/b`, { body: { slug: "moved" } });
    await site.admin.ask("DELETE", `${posts}/c`);
  });
  expect(merged).toMatch(
    /remote: main moved in the meantime. HQ merged both in [0-9a-f]{12}\. Run: git pull/,
  );
  expect(merged).toContain("remote: HQ completed 1 entry in");
  expect(merged).toMatch(/main -> main\n/);
  expect((await read("a"))["fields"]).toMatchObject({ title: "Of an editor", rating: 5 });
  expect((await read("moved"))["fields"]).toMatchObject({ text: "Text of a developer." });
  expect((await read("new"))["fields"]).toMatchObject({ title: "New" });
  expect((await read("c"))["code"]).toBe("content_not_found");

  expect((await git(folder, "status", "-sb")).stdout).toContain("main...origin/main");
  expect((await git(folder, "pull", "--ff-only")).ok).toBe(true);
  expect(await readFile(join(folder, fileOf("a")), "utf8")).toContain("title: Of an editor\n");
  const log = (await git(folder, "log", "-2", "--format=%an: %s %p")).stdout;
  expect(log).toMatch(
    /^ada\S*: Complete content\/posts\/new\.md \w+\nada\S*: Merge push: Change \w+ \w+\n$/i,
  );
  expect((await git(folder, "fsck", "--strict")).ok).toBe(true);
});

test("refuses conflicting changes with advice and keeps the save", async () => {
  const raced = await start("same", "gone", "left");
  const { site, folder, posts, edit, read, save } = raced;
  await edit("same", "Title of same", "Of a developer");
  await edit("gone", "Title of gone", "Still wanted");
  await git(folder, "rm", "--quiet", fileOf("left"));
  const before = (await git(folder, "ls-remote", "origin", "main")).stdout;
  const refused = await race(raced, async () => {
    await save("same", { title: "Of an editor" });
    await site.admin.ask("DELETE", `${posts}/gone`);
    await save("left", { title: "Still wanted" });
  });
  expect(refused).toContain(`remote: ${fileOf("same")}: conflict: main also changed title`);
  expect(refused).toMatch(/remote: content\/posts\/gone\.md: conflict: main also changed/);
  expect(refused).toMatch(/remote: content\/posts\/left\.md: conflict: main also changed/);
  expect(refused).toContain("remote: Run: git pull, resolve the conflict, and push again.");
  expect(refused).toContain("! [remote rejected] main -> main (conflict with main)");
  expect((await read("same"))["fields"]).toMatchObject({ title: "Of an editor" });
  expect((await read("left"))["fields"]).toMatchObject({ title: "Still wanted" });
  expect((await git(folder, "ls-remote", "origin", "main")).stdout).not.toBe(before);

  // Resolved manually, as the message suggests.
  await git(folder, "pull", "--quiet", "--no-rebase", "--strategy-option=ours", "origin", "main");
  for (const name of ["gone", "left"])
    await git(folder, "checkout", "origin/main", "--", fileOf(name));
  await git(folder, "rm", "--quiet", "--force", "--ignore-unmatch", fileOf("gone"));
  await commitFiles(folder, {});
  expect((await git(folder, "push", "origin", "main")).stderr).toContain("main -> main");
  expect((await read("same"))["fields"]).toMatchObject({ title: "Of a developer" });

  // Problems that neither side has on its own, only both together.
  await backToMain(raced);
  await writeFile(join(folder, fileOf("twice")), "---\ntitle: Twice\n---\n");
  const taken = await race(raced, async () => {
    await site.admin.ask("POST", posts, { body: { slug: "twice", fields: { title: "First" } } });
  });
  expect(taken).toMatch(/remote: content\/posts\/twice\.md: conflict: /);
  expect((await read("twice"))["fields"]).toMatchObject({ title: "First" });
});

test("merges immediately with -o land and accepts title and draft options", async () => {
  const raced = await start("a", "b");
  const { site, folder, edit, read, save } = raced;
  await edit("a", "rating: 1", "rating: 5");
  await save("a", { title: "Of an editor" });
  await save("b", { title: "Of an editor" });
  await commitFiles(folder, {});
  const push = async (...args: readonly string[]): Promise<string> =>
    (await git(folder, "push", ...args, "origin", "HEAD:refs/for/main")).stderr;
  expect(await push("-o", "land")).toContain("HQ merged both in");
  expect((await read("a"))["fields"]).toMatchObject({ title: "Of an editor", rating: 5 });
  expect(await push("-o", "land")).toContain("no changes compared to main");
  const changes = `/api/manage/sites/${site.siteId}/changes`;
  expect((await site.admin.ask("GET", changes)).body).toMatchObject({ totalCount: 0 });

  await edit("b", "Title of b", "Of a developer");
  await commitFiles(folder, {});
  expect(await push("-o", "land")).toContain("! [remote rejected] HEAD -> refs/for/main (conflict");
  const said = await push("-o", "title=Two words", "-o", "draft", "-o", "ci.skip");
  expect(said).toContain("remote: Change request 1: Two words");
  expect((await site.admin.ask("GET", `${changes}/1`)).body).toMatchObject({
    change: { title: "Two words", draft: true, description: "" },
  });
  const review = { body: { reviewRequired: true } };
  await site.admin.ask("PATCH", `/api/manage/sites/${site.siteId}`, review);
  expect(await push("-o", "land")).toContain("requires review");
  const viewer = site.remote(await site.token(["content:read", "content:write"]));
  await site.admin.ask("PATCH", `/api/manage/sites/${site.siteId}`, {
    body: { reviewRequired: false },
  });
  await backToMain(raced);
  await commitFiles(folder, { "README.md": "By who may not\n" });
  const other = await git(folder, "push", "-o", "land", viewer, "HEAD:refs/for/main");
  expect(other.stderr).toContain("README.md: forbidden:");
});

/** Commits a change to the entry `a` in a clone. */
async function changeIn(clone: string, from: RegExp, to: string): Promise<void> {
  const text = await readFile(join(clone, fileOf("a")), "utf8");
  expect(text).toMatch(from);
  await commitFiles(clone, { [fileOf("a")]: text.replace(from, to) });
}

/** Pushes. If someone else was faster, asks HQ to merge. */
async function pushOrLand(clone: string): Promise<boolean> {
  if ((await git(clone, "push", "origin", "main")).ok) return true;
  return (await git(clone, "push", "-o", "land", "origin", "HEAD:refs/for/main")).ok;
}

const RATING = /rating: \d+/;

test("two developers and an editor each succeed or are notified", async () => {
  const raced = await start("a");
  const { site, folder, read, save } = raced;
  const other = await cloneMain(site.remote(await site.token()));
  await changeIn(folder, RATING, "rating: 5");
  await changeIn(other, /Text\./, "Text of another.");
  const inBetween = async (): Promise<string> => {
    const pushed = await pushWhile(
      other,
      () => save("a", { title: "Of an editor" }),
      "origin",
      "main",
    );
    return pushed.stderr;
  };
  let theirs = "";
  const ours = await race(raced, async () => {
    theirs = await inBetween();
  });
  for (const told of [ours, theirs]) expect(told).toContain("HQ merged both in");
  const fields = { title: "Of an editor", rating: 5, text: "Text of another." };
  expect((await read("a"))["fields"]).toMatchObject(fields);

  // Of two conflicting pushes, the second one is refused with a message.
  for (const clone of [folder, other]) await git(clone, "pull", "--quiet", "--ff-only");
  await changeIn(folder, RATING, "rating: 7");
  await changeIn(other, RATING, "rating: 8");
  const late = await race(raced, () => git(other, "push", "origin", "main"));
  expect(late).toContain(`remote: ${fileOf("a")}: conflict: main also changed rating`);
  expect((await read("a"))["fields"]).toMatchObject({ rating: 8 });
});

test("two developers and an editor lose nothing when sending simultaneously", async () => {
  const raced = await start("a");
  const { site, folder, read, save } = raced;
  const other = await cloneMain(site.remote(await site.token()));
  for (let round = 1; round <= rounds(2); round += 1) {
    await changeIn(folder, RATING, `rating: ${10 + round}`);
    await changeIn(other, /Text/, `Text ${round}. Text`);
    const title = `Title ${round}`;
    const sent = [pushOrLand(folder), pushOrLand(other), save("a", { title })];
    expect((await Promise.all(sent)).slice(0, 2)).toEqual([true, true]);
    for (const clone of [folder, other]) {
      await git(clone, "fetch", "--quiet");
      await git(clone, "reset", "--quiet", "--hard", "origin/main");
    }
    const text = expect.stringContaining(`Text ${round}. `);
    expect((await read("a"))["fields"]).toMatchObject({ title, rating: 10 + round, text });
  }
});

test("GIT-06 pushes racing with saves lose nothing of either", async () => {
  const raced = await start("a", "b");
  const { folder, edit, read, save } = raced;
  for (let round = 1; round <= RACES; round += 1) {
    await edit("a", `rating: ${round}`, `rating: ${round + 1}`);
    const title = `Title ${round}`;
    const name = round % 2 === 0 ? "a" : "b";
    expect(await race(raced, () => save(name, { title }))).toContain("HQ merged both in");
    expect((await git(folder, "pull", "--quiet", "--ff-only")).ok).toBe(true);
    expect((await read(name))["fields"]).toMatchObject({ title });
    expect((await read("a"))["fields"]).toMatchObject({ rating: round + 1 });
  }
  const log = (await git(folder, "log", "--format=%s")).stdout;
  expect(log.match(/^Merge push: /gm)).toHaveLength(RACES);
});
