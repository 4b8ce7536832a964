import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { GIT_PASSWORD, startGitServer } from "../git/git-server.fixture.ts";
import { openState } from "../state/open-state.ts";
import { fetchSkill, listHqSkills, pushSkill, type HqSkills } from "./hq-skills.ts";
import { importSkill } from "./import-skill.ts";
import type { SkillsPlace } from "./skills-folder.ts";

function skillText(body: string, name = "deploy"): string {
  return `---\nname: ${name}\ndisplay_name: Deploy ${name}\ndescription: Deploys.\n---\n${body}\n`;
}

function write({ skillsFolder }: SkillsPlace, name: string, files: Record<string, string>): void {
  mkdirSync(join(skillsFolder, name), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(skillsFolder, name, path), text);
  }
}

async function machine(): Promise<SkillsPlace> {
  const folder = await temporaryFolder("machine");
  const state = openState(join(folder, "worker"));
  onTestFinished(() => state.close());
  return { state, skillsFolder: join(folder, "skills") };
}

/** A server of one workspace. */
async function openHq() {
  const server = await startGitServer("git/acme");
  const scratch = await temporaryFolder("scratch");
  const hq: HqSkills = { hqUrl: server.hqUrl, workspace: "acme", token: GIT_PASSWORD, scratch };
  const release = (tag: string): string => server.git("tag", "-a", "-m", tag, tag, "main");
  return { hq, server, release };
}

test("a skill that one machine pushed is fetched by another, by version", async () => {
  const { hq, release } = await openHq();
  const [one, two] = [await machine(), await machine()];
  write(one, "deploy", { "SKILL.md": skillText("first") });
  expect(await pushSkill(one, hq, { name: "deploy" })).toMatchObject({ unchanged: false });
  release("deploy/v1");
  expect(await pushSkill(one, hq, { name: "deploy" })).toMatchObject({
    unchanged: true,
    version: 1,
  });
  write(one, "deploy", { "SKILL.md": skillText("second"), "more.txt": "more" });
  await pushSkill(one, hq, { name: "deploy" });
  release("deploy/v2");

  const fetched = await fetchSkill(two, hq, { name: "deploy" });
  expect(fetched).toMatchObject({ version: 2, workspace: "acme" });
  expect(readFileSync(join(two.skillsFolder, "deploy/more.txt"), "utf8")).toBe("more");
  expect(await fetchSkill(two, hq, { name: "deploy", version: 1 })).toMatchObject({ version: 1 });
  expect(readFileSync(join(two.skillsFolder, "deploy/SKILL.md"), "utf8")).toContain("first");
  expect(await listHqSkills(hq)).toEqual([
    { name: "deploy", displayName: "Deploy deploy", description: "Deploys.", version: 2 },
  ]);
  await expect(fetchSkill(two, hq, { name: "deploy", version: 9 })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(fetchSkill(two, hq, { name: "other" })).rejects.toMatchObject({ code: "not_found" });
});

test("a push on another base than HQ has is refused with the differences", async () => {
  const { hq, release } = await openHq();
  const [one, two] = [await machine(), await machine()];
  write(one, "deploy", { "SKILL.md": skillText("first") });
  await pushSkill(one, hq, { name: "deploy" });
  release("deploy/v1");
  await fetchSkill(two, hq, { name: "deploy" });
  write(one, "deploy", { "SKILL.md": skillText("theirs") });
  await pushSkill(one, hq, { name: "deploy" });
  write(two, "deploy", { "SKILL.md": skillText("ours") });
  const refused = await pushSkill(two, hq, { name: "deploy" }).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: "conflict",
    details: {
      files: [{ path: "SKILL.md", change: "changed" }],
      diff: expect.stringMatching(/-theirs\n\+ours/),
    },
  });
  await pushSkill(two, hq, { name: "deploy", force: true });
});

test("two that push different skills at once both arrive", async () => {
  const { hq, server } = await openHq();
  const machines = await Promise.all(
    ["a", "b", "c"].map(async (name) => {
      const place = await machine();
      write(place, name, { "SKILL.md": skillText("x", name) });
      return { place, name };
    }),
  );
  await Promise.all(machines.map(async ({ place, name }) => pushSkill(place, hq, { name })));
  expect(server.git("ls-tree", "--name-only", "main", "skills/")).toBe(
    "skills/a\nskills/b\nskills/c\n",
  );
});

test("what is not a skill to the letter is not pushed", async () => {
  const { hq, server } = await openHq();
  const place = await machine();
  write(place, "deploy", { "SKILL.md": "---\nname: deploy\n---\nx\n" });
  await expect(pushSkill(place, hq, { name: "deploy" })).rejects.toMatchObject({
    code: "invalid_skill",
    issues: [{ field: "display_name" }, { field: "description" }],
  });
  expect(server.seen).toEqual([]);
});

test("a skill of any repository is imported as it is, and only the one that is meant", async () => {
  const { server } = await openHq();
  const place = await machine();
  const scratch = await temporaryFolder("scratch");
  const blob = server.store("---\nname: pdf\ndescription: Reads.\n---\n# Read\n");
  const link = server.store("../../../../etc/passwd");
  server.commit([
    ["100644", blob, "tools/pdf/SKILL.md"],
    ["100644", blob, "tools/other/SKILL.md"],
    ["120000", link, "tools/other/passwd"],
  ]);
  const address = server.url.replace("http://", `http://loam:${GIT_PASSWORD}@`);
  const source = { address, scratch };
  await expect(importSkill(place, source)).rejects.toThrow(/2 skills; name one .*tools\/other/);
  await expect(importSkill(place, { ...source, folder: "none" })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(importSkill(place, { ...source, folder: "other" })).rejects.toThrow(
    /passwd is a symbolic link/,
  );
  const imported = await importSkill(place, { ...source, folder: "pdf" });
  expect(imported).toMatchObject({ name: "pdf", warnings: [{ field: "display_name" }] });
  expect(readFileSync(join(place.skillsFolder, "pdf/SKILL.md"), "utf8")).toContain("# Read");
});
