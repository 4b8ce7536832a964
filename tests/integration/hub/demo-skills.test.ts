import { execFileSync } from "node:child_process";
import { globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkSkill, checkSkillFiles } from "@loam/cms-core/skills";
import { expect, test } from "vitest";

const SKILLS = join(import.meta.dirname, "../../../content/skills");

test("every demo skill is valid with complete sh blocks", () => {
  const names = readdirSync(SKILLS);
  expect(names.length).toBeGreaterThanOrEqual(5);
  for (const name of names) {
    const folder = join(SKILLS, name);
    const files = globSync("**/*", { cwd: folder }).map((path) => {
      return { path, mode: "100644", byteSize: statSync(join(folder, path)).size };
    });
    checkSkillFiles(files);
    const { body } = checkSkill(readFileSync(join(folder, "SKILL.md")), `${name}/SKILL.md`, name);
    for (const [, block = ""] of body.matchAll(/^```sh\n(.*?)^```$/gms)) {
      expect(() => execFileSync("sh", ["-n"], { input: block })).not.toThrow();
    }
  }
});
