import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../repository/repository.ts";

test("finds files and folders by path and omits missing ones", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loam-find-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const gitDir = join(folder, "site.git");
  const repository = await openRepository(gitDir, { create: true });
  onTestFinished(async () => repository.close());
  const files = new Map(
    ["a/b.md", "a/c/d.md", "a/e/f.md", "g"].map((path) => [path, Buffer.from(path)]),
  );
  const { commit, blobs } = await repository.commit("refs/heads/main", {
    files,
    author: { name: "Ann", email: "ann@example.test" },
    message: "Add",
  });
  const reader = await openRepository(repository.gitDir);
  onTestFinished(async () => reader.close());
  for (const one of [repository, reader]) {
    const paths = ["a/c/d.md", "a/b.md", "g", "a", "a/c", "a/c/d.md/x", "h/i", "", "g/b.md"];
    expect(await one.findFiles(commit, paths)).toEqual(
      new Map(["a/c/d.md", "a/b.md", "g"].map((path) => [path, blobs.get(path)])),
    );
    const namesIn = async (path: string): Promise<string[]> => [
      ...(await one.folderIds(commit, path)).keys(),
    ];
    expect(await namesIn("a")).toEqual(["c", "e"]);
    expect(await namesIn("")).toEqual(["a"]);
    expect(await namesIn("b")).toEqual([]);
  }
});
