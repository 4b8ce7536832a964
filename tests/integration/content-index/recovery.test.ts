import { existsSync, rmSync } from "node:fs";
import { copyFile, open, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { openContentIndex, type ContentIndex } from "@loam/cms-core/find";
import { describe, expect, onTestFinished, test } from "vitest";
import { runAndKill } from "../../support/kill-child.ts";
import { createBlog, openBlog, publish, type Blog } from "../../support/site/blog-site.ts";
import { allAnswers } from "../../support/site/index-answers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { rounds } from "../../support/test-rounds.ts";

const PROGRAM = fileURLToPath(new URL("index-until-killed.ts", import.meta.url));
const ROUNDS = rounds(4);

interface Filled {
  readonly blog: Blog;
  readonly path: string;
  readonly answers: unknown;
}

const ask = async (index: ContentIndex): Promise<unknown> =>
  allAnswers(index, { ids: [], searches: ["post", "s1"], times: [new Date("2030-01-01")] });

/** Returns a blog with a closed index, and the index's results. */
async function filledBlog(): Promise<Filled> {
  const blog = await createBlog(await temporaryFolder("index-recovery"));
  onTestFinished(() => blog.store.close());
  for (let n = 0; n < 40; n += 1) {
    const { id } = await blog.save("posts", `s${n}`, { title: `Post ${n}`, body: "x".repeat(999) });
    if (n % 10 === 0) await publish(blog, id);
  }
  const path = `${blog.folder}/index.db`;
  const index = await openContentIndex(blog.store.repository, { path });
  const answers = await ask(index);
  await index.close();
  return { blog, path, answers };
}

async function overwrite(path: string, from: number, bytes: number): Promise<void> {
  const file = await open(path, "r+");
  await file.write(Buffer.alloc(bytes, 0xa5), 0, bytes, from);
  await file.close();
}

describe("DUR-04 an index gives the same results when its file", () => {
  test.for([
    ["was deleted", (path: string) => rmSync(path)],
    ["is empty", async (path: string) => truncate(path, 0)],
    ["was cut", async (path: string) => truncate(path, (await stat(path)).size / 2)],
    ["is no database", async (path: string) => writeFile(path, "loam".repeat(5000))],
    ["has a damaged first page", async (path: string) => overwrite(path, 100, 2000)],
    [
      "is damaged behind its first page",
      async (path: string) => overwrite(path, 8192, (await stat(path)).size - 8192),
    ],
    [
      "is of another format",
      (path: string) => {
        const database = new DatabaseSync(path);
        database.exec("PRAGMA user_version = 999");
        database.close();
      },
    ],
    [
      "shows a commit that the repository does not have",
      (path: string) => {
        const database = new DatabaseSync(path);
        database.prepare("UPDATE cursors SET oid = ?").run("a".repeat(40));
        database.close();
      },
    ],
  ] as const)("%s", async ([, harm]) => {
    const { blog, path, answers } = await filledBlog();
    await harm(path);

    const index = await openContentIndex(blog.store.repository, { path });
    expect(await ask(index)).toEqual(answers);
    await index.close();
  });

  test.for([0, 0.3, 0.7, 1])("keeps %d of its journal at a power cut", async (kept) => {
    const { blog, path, answers } = await filledBlog();
    const index = await openContentIndex(blog.store.repository, { path });
    for (let n = 0; n < 10; n += 1) {
      await blog.save("posts", `later${n}`, { title: `Later ${n}` });
      await index.follow();
    }
    const cut = `${blog.folder}/cut.db`;
    await copyFile(path, cut);
    await copyFile(`${path}-wal`, `${cut}-wal`);
    await truncate(`${cut}-wal`, Math.floor((await stat(`${cut}-wal`)).size * kept));

    const found = await openContentIndex(blog.store.repository, { path: cut });
    expect(await ask(found)).toEqual(await ask(index));
    expect(await ask(found)).not.toEqual(answers);
    await found.close();
    await index.close();
  });

  test("is damaged while open", async () => {
    const { blog, path, answers } = await filledBlog();
    const index = await openContentIndex(blog.store.repository, { path });
    await overwrite(path, 8192, (await stat(path)).size - 8192);

    expect(await ask(index)).toEqual(answers);
    await blog.save("posts", "later", { title: "Later" });
    await index.follow();
    expect((await index.list({ q: "later" })).entries).toHaveLength(1);
    await index.close();
  });
});

test("ignores a killed build", async () => {
  const { blog, path, answers } = await filledBlog();
  const half = (await readFile(path)).subarray(0, 40_000);
  await writeFile(`${path}.new`, half);
  rmSync(path);

  const index = await openContentIndex(blog.store.repository, { path });
  expect(await ask(index)).toEqual(answers);
  expect(existsSync(`${path}.new`)).toBe(false);
  await index.close();
});

test("kill -9 while updating leaves an index equal to a rebuilt one", async () => {
  const folder = await temporaryFolder("index-killed");
  await (await createBlog(folder)).store.close();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { acknowledged, killed } = await runAndKill(PROGRAM, {
      args: [folder, String(round)],
      afterMs: 40 + round * 37,
    });
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(killed).toBe(true);
    const { store } = await openBlog(folder);
    const { repository } = store;
    const index = await openContentIndex(repository, { path: `${folder}/index.db` });
    const fresh = await openContentIndex(repository, { path: `${folder}/fresh${round}.db` });
    expect(await ask(index)).toEqual(await ask(fresh));
    await index.close();
    await fresh.close();
    await store.close();
  }
});
