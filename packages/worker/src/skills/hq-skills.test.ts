import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SKILL_LIMITS } from "@loam/cms-core/skills";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { GIT_PASSWORD, startGitServer } from "../git/git-server.fixture.ts";
import { openWithGit } from "../git/with-git.ts";
import { openWithoutGit } from "../git/without-git.ts";
import { openSecrets, putSecret } from "../secrets/secrets.ts";
import { openState } from "../state/open-state.ts";
import type { PushPlace } from "./check-for-push.ts";
import { fetchSkill, listHqSkills, pushSkill, readFiles, type HqSkills } from "./hq-skills.ts";
import { importSkill, importSkills } from "./import-skill.ts";
import { deploySkill, type SkillsPlace } from "./skills-folder.ts";

function skillText(body: string, name = "deploy"): string {
  return `---\nname: ${name}\ndisplay_name: Deploy ${name}\ndescription: Deploys.\n---\n${body}\n`;
}

function write({ skillsFolder }: SkillsPlace, name: string, files: Record<string, string>): void {
  mkdirSync(join(skillsFolder, name), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(skillsFolder, name, path), text);
  }
}

async function machine(): Promise<PushPlace> {
  const folder = await temporaryFolder("machine");
  const state = openState(join(folder, "worker"));
  onTestFinished(() => state.close());
  const config = { home: join(folder, "worker"), allowReservedSecrets: [] };
  const secrets = () => openSecrets(config, state);
  return { state, skillsFolder: join(folder, "skills"), secrets };
}

/** Starts a server of one workspace. */
async function openHq() {
  const server = await startGitServer("git/acme");
  const scratch = await temporaryFolder("scratch");
  const hq: HqSkills = { hqUrl: server.hqUrl, workspace: "acme", token: GIT_PASSWORD, scratch };
  const release = (tag: string): string => server.git("tag", "-a", "-m", tag, tag, "main");
  return { hq, server, release };
}

test("fetches a skill that another machine pushed, by version", async () => {
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

test("fetches a deleted skill only by version", async () => {
  const { hq, server, release } = await openHq();
  const place = await machine();
  const blob = server.store(skillText("first"));
  server.commit([["100644", blob, "skills/deploy/SKILL.md"]]);
  release("deploy/v1");
  server.commitTree(server.storeTree([["100644", blob, "README.md"]]));
  await expect(fetchSkill(place, hq, { name: "deploy" })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await fetchSkill(place, hq, { name: "deploy", version: 1 })).toMatchObject({ version: 1 });
});

test("rejects a push based on another version with the differences", async () => {
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

test("accepts two concurrent pushes of different skills", async () => {
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

test("rejects a push of a skill that does not follow the format strictly", async () => {
  const { hq, server } = await openHq();
  const place = await machine();
  write(place, "deploy", { "SKILL.md": "---\nname: deploy\n---\nx\n" });
  await expect(pushSkill(place, hq, { name: "deploy" })).rejects.toMatchObject({
    code: "invalid_skill",
    issues: [{ field: "description" }],
  });
  expect(server.seen).toEqual([]);
});

test("imports only the selected skill of any repository, unchanged", async () => {
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
  await expect(importSkill(place, source)).rejects.toThrow(
    /2 matching skills\. Select one .*tools\/other/,
  );
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

test.for([
  ["https://example.org/a.git#%zz", /"%zz" is not a valid branch/],
  ["git@example.org:a/b.git", /ssh:\/\/git@host\/a\/b\.git/],
] as const)("explains what is wrong with the URL %s", async ([address, said]) => {
  const scratch = await temporaryFolder("scratch");
  await expect(importSkill(await machine(), { address, scratch })).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringMatching(said),
  });
});

const EVIL: readonly (readonly [what: string, mode: string, name: string, content: string])[] = [
  ["a symbolic link", "120000", "passwd", "../../../etc/passwd"],
  ["a submodule", "160000", "module", "x"],
  ["a path out of the folder", "100644", "..", "x"],
  ["a path with parent folders", "100644", "../../x", "x"],
  ["a folder .git", "40000", ".git", "#!/bin/sh"],
  ["a folder .GIT", "40000", ".GIT", "#!/bin/sh"],
  ["a path with a backslash", "100644", String.raw`a\..\b`, "x"],
  ["Git attributes", "100644", ".gitattributes", "* filter=evil"],
  ["Git modules", "100644", ".gitmodules", "[submodule]"],
  ["a file of secrets", "100644", ".env", "A=1"],
  ["a device of Windows", "100644", "NUL.txt", "x"],
  ["a huge file", "100644", "huge.bin", "x".repeat(SKILL_LIMITS.fileBytes + 1)],
  ["a text with hidden characters", "100644", "notes.md", "a\u202eb"],
];

test.for(["git", "isomorphic-git"] as const)(
  "writes nothing of a malicious repository to disk by %s",
  async (kind) => {
    const server = await startGitServer();
    const scratch = await temporaryFolder("scratch");
    const place = await machine();
    const main = server.store("---\nname: evil\ndescription: Evil.\n---\n# Evil\n");
    const remote = { url: server.url, password: GIT_PASSWORD };
    const openWith = kind === "git" ? openWithGit : openWithoutGit;
    for (const [what, mode, name, content] of EVIL) {
      const text = server.store(content);
      const oid = mode === "40000" ? server.storeTree([["100755", text, "config"]]) : text;
      const entries = [[mode, oid, name] as const, ["100644", main, "SKILL.md"] as const];
      server.commitTree(server.storeTree(entries.toSorted(([, , a], [, , b]) => (a < b ? -1 : 1))));
      const copy = await openWith(remote, { scratch });
      const deploy = async (): Promise<unknown> => {
        const commit = await copy.fetch("refs/heads/main");
        const files = await readFiles(copy, await copy.listFiles(commit, ""));
        const origin = { source: server.url, workspace: "", version: null, commit };
        return deploySkill(place, { name: "evil", ...origin, files });
      };
      const refused = await deploy().catch((error: unknown) => error);
      expect({ what, refused }).toMatchObject({ what, refused: { code: "unsafe_skill" } });
      await copy.close();
    }
    const left = [scratch, place.skillsFolder].flatMap((folder) =>
      existsSync(folder) ? readdirSync(folder) : [],
    );
    expect(left).toEqual([]);
  },
);

const SECRET = "per-ws-secret-XYZ/1+2";

test.for([
  ["unchanged", "SKILL.md", `Use ${SECRET} there.`],
  ["in base64 in another file", "data.txt", Buffer.from(`x:${SECRET}`).toString("base64")],
  ["in base64url", "data.txt", Buffer.from(SECRET).toString("base64url")],
  ["in hex", "data.txt", Buffer.from(SECRET).toString("hex")],
  ["in a URL", "data.txt", `https://h/?key=${encodeURIComponent(SECRET)}`],
  ["in a binary file", "data.bin", `\0\u{1}${SECRET}\0`],
] as const)(
  "rejects a push of a skill with a secret of this machine %s",
  async ([, path, text]) => {
    const { hq, server } = await openHq();
    const place = await machine();
    const secret = { key: "MYSECRET", workspaceId: "w1", value: SECRET, at: new Date() };
    putSecret(place.secrets(), secret);
    const isMain = path === "SKILL.md";
    const files = {
      "SKILL.md": skillText(isMain ? text : "fine"),
      ...(!isMain && { [path]: text }),
    };
    write(place, "deploy", files);
    const pushed = pushSkill(place, hq, { name: "deploy", force: true });
    const line = isMain ? 6 : 1;
    const message = expect.stringContaining(
      `deploy/${path}:${line}: this is the value of the secret`,
    );
    await expect(pushed).rejects.toMatchObject({
      code: "unsafe_skill",
      message,
      issues: [{ path: `deploy/${path}`, line }],
    });
    await expect(pushed).rejects.not.toThrow(SECRET);
    expect(server.git("for-each-ref")).toBe("");
  },
);

test("rejects a push of a skill with a token in a known format, whatever secrets are stored", async () => {
  const { hq } = await openHq();
  const place = await machine();
  const token = ["ghp", "Zq3vT9kLmW2xYb7NcR5dHfJ8sPgA4uE1oQiV"].join("_");
  write(place, "deploy", { "SKILL.md": skillText("fine"), "run.sh": `\nTOKEN=${token}\n` });
  const pushed = pushSkill(place, hq, { name: "deploy" });
  const message = expect.stringContaining("deploy/run.sh:2: this looks like a GitHub token");
  await expect(pushed).rejects.toMatchObject({ code: "unsafe_skill", message });
  await expect(pushed).rejects.not.toThrow(token);
});

test("imports all skills of a repository unchanged and lists those that it cannot", async () => {
  const { hq, server } = await openHq();
  const others = await startGitServer("public");
  const place = await machine();
  const scratch = await temporaryFolder("scratch");
  const skill = (text: string): string => others.store(text);
  const good = "---\nname: pdf\ndescription: >\n  Reads\n  it.\nlicense: 0042\n---\n# Read PDFs\n";
  others.commit([
    ["100644", skill(good), "skills/pdf/SKILL.md"],
    ["100755", skill("echo x\n"), "skills/pdf/run.sh"],
    ["100644", skill("---\nname: inner\ndescription: D\n---\nx\n"), "skills/pdf/inner/SKILL.md"],
    ["100644", skill("---\nname: Hook Development\ndescription: H\n---\nx\n"), "hooks/SKILL.md"],
    ["100644", skill(good), "copy/pdf/SKILL.md"],
    ["100755", skill("echo x\n"), "copy/pdf/run.sh"],
    ["100644", skill("---\nname: inner\ndescription: D\n---\nx\n"), "copy/pdf/inner/SKILL.md"],
    ["100644", skill("---\nname: linked\ndescription: L\n---\nx\n"), "shared/linked.md"],
    ["120000", skill("../../shared/linked.md"), "skills/linked/SKILL.md"],
    ["100644", skill("# No front matter\n"), "skills/bare/SKILL.md"],
    ["100644", skill("---\nname: evil\ndescription: E\n---\nx\n"), "skills/evil/SKILL.md"],
    ["120000", skill("../../../../etc/passwd"), "skills/evil/passwd"],
    ["100644", skill("---\nname: pdf\ndescription: Other\n---\nx\n"), "other/pdf/SKILL.md"],
  ]);
  const address = others.url.replace("http://", `http://loam:${GIT_PASSWORD}@`);
  const { imported, refused } = await importSkills(place, { address, scratch });
  const names = imported.map(({ name }) => name).toSorted();
  expect(names).toEqual(["hook-development", "inner", "linked", "pdf"]);
  const why = new Map(refused.map(({ folder, code }) => [folder, code]));
  expect(why.get("skills/bare")).toBe("invalid_skill");
  expect(why.get("skills/evil")).toBe("unsafe_skill");
  expect([...why.values()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    "conflict",
    "invalid_skill",
    "unsafe_skill",
  ]);
  for (const name of names) await pushSkill(place, hq, { name });
  expect(server.git("ls-tree", "--name-only", "main:skills").trim().split("\n")).toEqual(names);
  expect(await listHqSkills(hq)).toMatchObject([
    { name: "hook-development", displayName: "Hook Development" },
    { name: "inner" },
    { name: "linked" },
    { name: "pdf" },
  ]);
});
