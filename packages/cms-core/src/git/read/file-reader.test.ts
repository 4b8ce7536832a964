import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository, type Change } from "../repository/repository.ts";

const MAIN = "refs/heads/main";
const ANN = { name: "Ann", email: "ann@example.test" };

function change(files: Record<string, string>): Change {
  const edits = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  return { files: new Map(edits), author: ANN, message: "Change" };
}

test("reads new and old files in the requested order", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loam-git-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const gitDir = join(folder, "site.git");
  const before = await openRepository(gitDir, { create: true });
  const old = await before.commit(MAIN, change({ a: "old a", b: "old b" }));
  await before.close();
  const repository = await openRepository(gitDir);
  onTestFinished(async () => repository.close());
  const made = await repository.commit(MAIN, change({ c: "new c" }));
  const [a = "", b = "", c = ""] = [old.blobs.get("a"), old.blobs.get("b"), made.blobs.get("c")];

  const found = await repository.readBlobs([a, c, b, c]);
  const texts = found.map((bytes) => Buffer.from(bytes).toString());
  expect(texts).toEqual(["old a", "new c", "old b", "new c"]);
  await expect(repository.readBlobs([made.commit])).rejects.toMatchObject({ code: "not_found" });
  await expect(repository.readBlobs([c, "0".repeat(40), a])).rejects.toMatchObject({
    code: "not_found",
    message: expect.stringContaining("0".repeat(40)),
  });
});
