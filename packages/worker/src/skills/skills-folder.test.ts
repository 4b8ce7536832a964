import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { assert, asyncProperty, constantFrom, dictionary, uint8Array } from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import type { NewFile } from "../git/remote-copy.ts";
import { openState } from "../state/open-state.ts";
import { findDeployedSkill, putPendingSkill, putDeployedSkill } from "./deployed-skills.ts";
import { listLocalSkills } from "./local-skills.ts";
import { readSkillFolder } from "./skill-files.ts";
import {
  conditionOf,
  deploySkill,
  recoverSkillsFolder,
  removeSkill,
  restoreSkill,
  type NewSkill,
  type SkillsPlace,
} from "./skills-folder.ts";
import { treeIdOf } from "./tree-id.ts";

function skillText(body: string, name = "deploy"): string {
  return `---\nname: ${name}\ndisplay_name: Deploy\ndescription: Deploys.\n---\n${body}\n`;
}

function file(path: string, text: string, mode: NewFile["mode"] = "100644"): NewFile {
  return { path, mode, bytes: Buffer.from(text) };
}

function skill(body: string, over: Partial<NewSkill> = {}): NewSkill {
  const files = [file("SKILL.md", skillText(body)), file("bin/go.sh", "echo go\n", "100755")];
  const origin = { source: "https://hq.example.org", workspace: "acme", version: 1 };
  return { name: "deploy", ...origin, commit: "c".repeat(40), files, ...over };
}

async function openPlace(): Promise<SkillsPlace> {
  const folder = await temporaryFolder("skills");
  const state = openState(join(folder, "worker"));
  onTestFinished(() => state.close());
  return { state, skillsFolder: join(folder, "agent/skills") };
}

const read = ({ skillsFolder }: SkillsPlace, path: string): string =>
  readFileSync(join(skillsFolder, path), "utf8");

test("deploys a skill with its modes and keeps the previous one", async () => {
  const place = await openPlace();
  await deploySkill(place, skill("one"));
  await deploySkill(
    place,
    skill("two", { version: 2, files: [file("SKILL.md", skillText("two"))] }),
  );
  expect(read(place, "deploy/SKILL.md")).toContain("two");
  expect(existsSync(join(place.skillsFolder, "deploy/bin"))).toBe(false);
  expect(read(place, ".loam/previous-deploy/SKILL.md")).toContain("one");
  expect(statSync(join(place.skillsFolder, ".loam/previous-deploy/bin/go.sh")).mode & 0o777).toBe(
    0o755,
  );
  expect(findDeployedSkill(place.state, "deploy")?.version).toBe(2);
  expect(readdirSync(join(place.skillsFolder, ".loam"))).toEqual(["previous-deploy"]);
});

test("does not mistake a version deployed during a read for an edit", async () => {
  const place = await openPlace();
  const first = await deploySkill(place, skill("one"));
  await deploySkill(place, skill("two", { version: 2 }));
  const found = conditionOf(place, "deploy");
  // Like another deployment, in one step.
  const folder = join(place.skillsFolder, "deploy");
  renameSync(folder, join(place.skillsFolder, "two"));
  renameSync(join(place.skillsFolder, ".loam/previous-deploy"), folder);
  putDeployedSkill(place.state, first);
  expect(await found).toEqual({ condition: "unchanged", deployed: first });
});

test("replaces local edits and skills of others only on request", async () => {
  const place = await openPlace();
  await deploySkill(place, skill("one"));
  writeFileSync(join(place.skillsFolder, "deploy/SKILL.md"), skillText("mine"));
  expect(await conditionOf(place, "deploy")).toMatchObject({ condition: "edited" });
  await expect(deploySkill(place, skill("two"))).rejects.toMatchObject({ code: "conflict" });
  await expect(removeSkill(place, "deploy")).rejects.toMatchObject({ code: "conflict" });
  expect(read(place, "deploy/SKILL.md")).toContain("mine");
  await deploySkill(place, skill("two"), { overEdits: true });
  expect(read(place, "deploy/SKILL.md")).toContain("two");

  mkdirSync(join(place.skillsFolder, "foreign"));
  writeFileSync(join(place.skillsFolder, "foreign/SKILL.md"), skillText("x", "foreign"));
  const other = skill("y", {
    name: "foreign",
    files: [file("SKILL.md", skillText("y", "foreign"))],
  });
  await expect(deploySkill(place, other)).rejects.toThrow(/was not fetched/);
});

test("replaces a skill of another workspace only on request", async () => {
  const place = await openPlace();
  await deploySkill(place, skill("one"));
  const theirs = skill("two", { workspace: "other" });
  await expect(deploySkill(place, theirs)).rejects.toThrow(/workspace acme .* workspace other/);
  await deploySkill(place, theirs, { overOthers: true });
  expect(findDeployedSkill(place.state, "deploy")?.workspace).toBe("other");
});

test("restores the previous skill with its record, and undoes that on a second call", async () => {
  const place = await openPlace();
  await expect(restoreSkill(place, "deploy")).rejects.toMatchObject({ code: "not_found" });
  await deploySkill(place, skill("one"));
  const theirs = skill("two", { workspace: "other", version: 7 });
  await deploySkill(place, theirs, { overOthers: true });
  await restoreSkill(place, "deploy");
  expect(read(place, "deploy/SKILL.md")).toContain("one");
  expect(statSync(join(place.skillsFolder, "deploy/bin/go.sh")).mode & 0o777).toBe(0o755);
  expect(await conditionOf(place, "deploy")).toMatchObject({
    condition: "unchanged",
    deployed: { workspace: "acme", version: 1 },
  });
  await restoreSkill(place, "deploy");
  expect(await conditionOf(place, "deploy")).toMatchObject({
    condition: "unchanged",
    deployed: { workspace: "other", version: 7 },
  });
});

test("restores removed skills and those of others unchanged", async () => {
  const place = await openPlace();
  mkdirSync(join(place.skillsFolder, "deploy"), { recursive: true });
  writeFileSync(join(place.skillsFolder, "deploy/SKILL.md"), skillText("mine"));
  await deploySkill(place, skill("one"), { overEdits: true });
  await restoreSkill(place, "deploy");
  expect(read(place, "deploy/SKILL.md")).toContain("mine");
  expect(await conditionOf(place, "deploy")).toEqual({ condition: "foreign" });
  await restoreSkill(place, "deploy");
  await removeSkill(place, "deploy");
  await restoreSkill(place, "deploy");
  expect(await conditionOf(place, "deploy")).toMatchObject({ condition: "unchanged" });
});

test("removes a skill and keeps one copy", async () => {
  const place = await openPlace();
  await deploySkill(place, skill("one"));
  await removeSkill(place, "deploy");
  expect(await conditionOf(place, "deploy")).toEqual({ condition: "absent" });
  expect(read(place, ".loam/previous-deploy/SKILL.md")).toContain("one");
  await expect(removeSkill(place, "deploy")).rejects.toMatchObject({ code: "not_found" });
});

describe("after a kill", () => {
  const DEAD = "staged-999999999-abc";

  async function killed(place: SkillsPlace): Promise<string> {
    await deploySkill(place, skill("one"));
    const { files, ...origin } = skill("two", { version: 2 });
    putPendingSkill(place.state, {
      ...origin,
      tree: treeIdOf(files),
      deployedAt: new Date().toISOString(),
      staged: DEAD,
    });
    const staged = join(place.skillsFolder, ".loam", DEAD);
    mkdirSync(join(staged, "bin"), { recursive: true });
    for (const { path, bytes } of files) writeFileSync(join(staged, path), bytes);
    chmodSync(join(staged, "bin/go.sh"), 0o755);
    return staged;
  }

  test("before the old folder moved, keeps the old skill and removes the new one", async () => {
    const place = await openPlace();
    const staged = await killed(place);
    recoverSkillsFolder(place);
    expect(existsSync(staged)).toBe(false);
    expect(await conditionOf(place, "deploy")).toMatchObject({
      condition: "unchanged",
      deployed: { version: 1 },
    });
  });

  test("between the two renames, completes the deployment", async () => {
    const place = await openPlace();
    await killed(place);
    renameSync(
      join(place.skillsFolder, "deploy"),
      join(place.skillsFolder, ".loam/previous-deploy"),
    );
    recoverSkillsFolder(place);
    expect(await conditionOf(place, "deploy")).toMatchObject({
      condition: "unchanged",
      deployed: { version: 2 },
    });
  });

  test("after them, recognizes the new skill", async () => {
    const place = await openPlace();
    const staged = await killed(place);
    renameSync(
      join(place.skillsFolder, "deploy"),
      join(place.skillsFolder, ".loam/previous-deploy"),
    );
    renameSync(staged, join(place.skillsFolder, "deploy"));
    recoverSkillsFolder(place);
    expect(await conditionOf(place, "deploy")).toMatchObject({
      condition: "unchanged",
      deployed: { version: 2 },
    });
  });
});

// Other systems have other path length limits.
test.skipIf(process.platform !== "linux")(
  "does not mistake a failed deployment for an edit and fetches the skill as before",
  async () => {
    const { state, skillsFolder } = await openPlace();
    const name = "d".repeat(64);
    // The new skill has room for its staging path, but the old one has none for its backup path.
    const length = 4095 - `/.loam/previous-${name}`.length;
    let deep = join(skillsFolder, "deep");
    while (deep.length < length - 200) deep = join(deep, "x".repeat(100));
    deep = join(deep, "x".repeat(length - deep.length));
    const place = { state, skillsFolder: deep };
    const version = (number: number): NewSkill => {
      const files = [file("SKILL.md", skillText(`version ${number}`, name))];
      return skill("", { name, version: number, files });
    };
    await deploySkill(place, version(1));
    await expect(deploySkill(place, version(2))).rejects.toThrow(/name too long/i);
    expect(readdirSync(join(deep, ".loam"))).toEqual([]);
    recoverSkillsFolder(place);
    expect(await conditionOf(place, name)).toMatchObject({
      condition: "unchanged",
      deployed: { version: 1 },
    });
  },
);

describe("rejects the files of a skill", () => {
  test.for([
    ["a path that leaves the folder", { path: "../../.bashrc", mode: "100644" }],
    ["a Git folder", { path: ".git/hooks/post-checkout", mode: "100755" }],
    ["a file of secrets", { path: ".env", mode: "100644" }],
  ] as const)("with %s, and writes nothing", async ([, { path, mode }]) => {
    const place = await openPlace();
    const files = [file("SKILL.md", skillText("x")), { path, mode, bytes: Buffer.from("x") }];
    await expect(deploySkill(place, skill("x", { files }))).rejects.toMatchObject({
      code: "unsafe_skill",
    });
    expect(existsSync(place.skillsFolder)).toBe(false);
  });

  test("with hidden characters in other files than SKILL.md", async () => {
    const place = await openPlace();
    const files = [file("SKILL.md", skillText("x")), file("notes.md", "a\u202eb\n")];
    await expect(deploySkill(place, skill("x", { files }))).rejects.toThrow(/notes\.md:1: U\+202E/);
  });

  test("with links, sockets, or setuid when reading a folder", async () => {
    const { skillsFolder } = await openPlace();
    const folder = join(skillsFolder, "deploy");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "SKILL.md"), skillText("x"));
    symlinkSync("/etc/passwd", join(folder, "link"));
    symlinkSync("/etc", join(folder, "folder-link"));
    const server = createServer().listen(join(folder, "socket"));
    onTestFinished(async () => server[Symbol.asyncDispose]());
    await once(server, "listening");
    writeFileSync(join(folder, "root"), "x");
    chmodSync(join(folder, "root"), 0o4755);
    const refused = await readSkillFolder(folder).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "unsafe_skill",
      issues: [{ path: "folder-link" }, { path: "link" }, { path: "root" }, { path: "socket" }],
    });
  });
});

test("lists a skill whose SKILL.md is not a file with its problem, next to the others", async () => {
  const place = await openPlace();
  await deploySkill(place, skill("one"));
  mkdirSync(join(place.skillsFolder, "broken/SKILL.md"), { recursive: true });
  expect(await listLocalSkills(place)).toMatchObject([
    {
      name: "broken",
      problem: { code: "invalid_skill", message: expect.stringMatching(/EISDIR/) },
    },
    { name: "deploy", displayName: "Deploy" },
  ]);
});

test("returns Git's id of a folder", async () => {
  const folder = await temporaryFolder("tree");
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" }).trim();
  git("init", "--quiet");
  const names = constantFrom("a", "a.b", "a-b/c", "b/c/d", "b/c.d", "ab", "é/x", "SKILL.md");
  await assert(
    asyncProperty(dictionary(names, uint8Array({ maxLength: 20 })), async (contents) => {
      const files = Object.entries(contents).map(([path, bytes]): NewFile => {
        return { path, mode: bytes.length % 2 === 0 ? "100644" : "100755", bytes };
      });
      const index = files.map(({ path, mode, bytes }) => {
        const oid = execFileSync("git", ["-C", folder, "hash-object", "-w", "--stdin"], {
          input: bytes,
        });
        return `${mode} ${oid.toString().trim()}\t${path}\0`;
      });
      git("read-tree", "--empty");
      execFileSync("git", ["-C", folder, "update-index", "-z", "--index-info"], {
        input: index.join(""),
      });
      expect(treeIdOf(files)).toBe(git("write-tree"));
    }),
    { numRuns: 10 },
  );
});
