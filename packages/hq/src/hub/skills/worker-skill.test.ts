import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRepository } from "@loam/cms-core/git";
import { expect, onTestFinished, test } from "vitest";
import { SkillStore } from "./skill-store.ts";
import { describeForWorker } from "./worker-skill.ts";

test("describes each file of the requested version to a worker", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loam-skills-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const repository = await openRepository(join(folder, "skills.git"), { create: true });
  const store = new SkillStore(repository, { now: () => new Date(0) });
  onTestFinished(() => store.close());
  const skill = "---\nname: one\ndisplay_name: One\ndescription: Does one.\n---\nDo it.\n";
  const save = async (run: string): Promise<unknown> =>
    store.save(
      "one",
      [
        { path: "SKILL.md", mode: "100644", bytes: Buffer.from(skill) },
        { path: "run.sh", mode: "100755", bytes: Buffer.from(run) },
      ],
      { actor: { name: "Ann", email: "ann@example.test" } },
    );
  await save("one");
  await save("two");
  expect(await describeForWorker(store, "one", 1)).toMatchObject({
    name: "one",
    version: 1,
    files: [
      { path: "SKILL.md", mode: "100644", sha256: sha256(skill) },
      { path: "run.sh", mode: "100755", size: 3, sha256: sha256("one") },
    ],
  });
  expect(await describeForWorker(store, "one")).toMatchObject({ version: 2 });
  await expect(describeForWorker(store, "two")).rejects.toMatchObject({ code: "not_found" });
});

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
