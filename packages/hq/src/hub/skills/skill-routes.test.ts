import { expect, test } from "vitest";
import { type ManagedHq, startManagedHq } from "../../server/manage-api.fixture.ts";
import { skillsGitDir } from "./skill-repositories.ts";

const AT = "/workspaces/main/skills";

function skillText(name: string, body = "Do it."): string {
  return `---\nname: ${name}\ndisplay_name: The ${name}\ndescription: Does ${name}.\n---\n\n${body}\n`;
}

function filesOf(name: string, body?: string): readonly object[] {
  return [
    { path: "SKILL.md", text: skillText(name, body) },
    { path: "bin/run.sh", mode: "100755", text: "echo run\n" },
    { path: "logo.png", content: Buffer.from([0x89, 0x50, 0, 255]).toString("base64") },
  ];
}

async function withSkill(): Promise<ManagedHq> {
  const hq = await startManagedHq();
  await hq.addPerson("ann", "member");
  const created = await hq.ask("ann", "POST", AT, { body: { name: "one", files: filesOf("one") } });
  expect(created).toMatchObject({
    status: 201,
    body: { name: "one", version: 1, unchanged: false },
  });
  return hq;
}

test("saves a skill with its files and returns it unchanged", async () => {
  const hq = await withSkill();
  const { body: list } = await hq.ask("ann", "GET", AT);
  expect(list).toMatchObject({
    totalCount: 1,
    contents: [
      {
        name: "one",
        display_name: "The one",
        description: "Does one.",
        requires: { mcp_servers: [], cli_tools: [], env_vars: [] },
        version: 1,
        by: { name: "ann", email: "ann@example.test" },
        public: false,
      },
    ],
  });
  expect((await hq.ask("ann", "GET", `${AT}/one`)).body["body"]).toBe("\nDo it.\n");
  const { body: files } = await hq.ask("ann", "GET", `${AT}/one/files`);
  expect(files).toMatchObject({
    version: 1,
    totalCount: 3,
    contents: [
      { path: "SKILL.md", mode: "100644" },
      { path: "bin/run.sh", mode: "100755", size: 9 },
      { path: "logo.png", size: 4 },
    ],
  });
  const file = async (path: string): Promise<unknown> =>
    (await hq.ask("ann", "GET", `${AT}/one/files?path=${encodeURIComponent(path)}`)).body[
      "contents"
    ];
  expect(await file("bin/run.sh")).toMatchObject([{ text: "echo run\n" }]);
  expect(await file("logo.png")).toMatchObject([{ content: "iVAA/w==" }]);
  expect((await hq.ask("ann", "GET", `${AT}/one/files?path=none`)).status).toBe(404);
});

test("creates a new version only if files differ", async () => {
  const hq = await withSkill();
  const put = async (body: string, base?: number): Promise<Record<string, unknown>> => {
    const files = filesOf("one", body);
    const answer = await hq.ask("ann", "PUT", `${AT}/one`, { body: { files, base } });
    return { status: answer.status, ...answer.body };
  };
  expect(await put("Do it.")).toMatchObject({ status: 200, version: 1, unchanged: true });
  expect(await put("Do it well.", 1)).toMatchObject({ version: 2, unchanged: false });
  const stale = await put("Do it twice.", 1);
  expect(stale).toMatchObject({ status: 409, code: "conflict", base: 1, current: 2 });
  expect(stale["diff"]).toContain("-Do it.\n+Do it well.\n");
  expect(await put("Do it twice.", 2)).toMatchObject({ version: 3 });

  const { body: diff } = await hq.ask("ann", "GET", `${AT}/one/diff?from=1`);
  expect(diff).toMatchObject({ from: 1, to: 3 });
  expect(diff["diff"]).toContain("+Do it twice.");
  const back = await hq.ask("ann", "POST", `${AT}/one/rollback`, { body: { version: 1 } });
  expect(back.body).toMatchObject({ version: 4, body: "\nDo it.\n" });
  const { body: versions } = await hq.ask("ann", "GET", `${AT}/one/versions`);
  expect(versions["totalCount"]).toBe(4);
  const { body: first } = await hq.ask("ann", "GET", `${AT}/one?version=1`);
  expect(back.body["tree"]).toBe(first["tree"]);
  const { body: again } = await hq.ask("ann", "POST", `${AT}/one/rollback`, {
    body: { version: 4 },
  });
  expect(again).toMatchObject({ version: 4, unchanged: true });
});

test("keeps the versions of a deleted skill and continues their numbers", async () => {
  const hq = await withSkill();
  expect((await hq.ask("ann", "DELETE", `${AT}/one`)).status).toBe(204);
  expect((await hq.ask("ann", "GET", AT)).body["totalCount"]).toBe(0);
  expect((await hq.ask("ann", "GET", `${AT}/one`)).status).toBe(404);
  expect((await hq.ask("ann", "GET", `${AT}/one?version=1`)).body["body"]).toBe("\nDo it.\n");
  const files = filesOf("one", "Anew.");
  const stale = await hq.ask("ann", "PUT", `${AT}/one`, { body: { files, base: 1 } });
  expect(stale).toMatchObject({ status: 409, body: { current: 0 } });
  const recreated = await hq.ask("ann", "POST", AT, { body: { name: "one", files } });
  expect(recreated.body).toMatchObject({ version: 2 });
  const taken = await hq.ask("ann", "POST", AT, { body: { name: "one", files } });
  expect(taken.status).toBe(409);
});

/** Invalid inputs with their problem and error code. */
const REFUSED = [
  [
    "another name than its folder's",
    [{ path: "SKILL.md", text: skillText("two") }],
    "invalid_skill",
  ],
  ["no SKILL.md", [{ path: "a.txt", text: "a" }], "unsafe_skill"],
  [
    "a way out",
    [
      { path: "SKILL.md", text: skillText("one") },
      { path: "../a", text: "a" },
    ],
    "unsafe_skill",
  ],
  [
    "a git folder",
    [
      { path: "SKILL.md", text: skillText("one") },
      { path: ".GIT/config", text: "a" },
    ],
    "unsafe_skill",
  ],
  [
    "hidden words in a file beside it",
    [
      { path: "SKILL.md", text: skillText("one") },
      { path: "notes.md", text: "Do\u{e0041}it." },
    ],
    "unsafe_skill",
  ],
  ["text and content", [{ path: "SKILL.md", text: "a", content: "YQ==" }], "invalid"],
  [
    "code in front matter",
    [{ path: "SKILL.md", text: "---js\nprocess.exit()\n---\n" }],
    "frontmatter_language",
  ],
] as const;

test("rejects an invalid skill and keeps the previous version", async () => {
  const hq = await withSkill();
  for (const [problem, files, code] of REFUSED) {
    const answer = await hq.ask("ann", "PUT", `${AT}/one`, { body: { files } });
    expect([problem, answer.status, answer.body["code"]]).toEqual([problem, 422, code]);
  }
  expect((await hq.ask("ann", "GET", `${AT}/one/versions`)).body["totalCount"]).toBe(1);
});

test("rejects invalid names", async () => {
  const hq = await withSkill();
  for (const name of ["-rf", "One", "a/b", "con", "a".repeat(65), "..", "ö"]) {
    const body = { name, files: filesOf(name) };
    expect([name, (await hq.ask("ann", "POST", AT, { body })).status]).toEqual([name, 422]);
  }
});

test("separates workspaces and requires the token scope", async () => {
  const hq = await withSkill();
  const eve = await hq.addPerson("eve");
  await hq.addWorkspace("other", eve);
  expect((await hq.ask("eve", "GET", "/workspaces/other/skills")).body["totalCount"]).toBe(0);
  expect((await hq.ask("eve", "GET", `${AT}/one`)).status).toBe(404);
  const body = { files: filesOf("one", "Mine.") };
  expect((await hq.ask("eve", "PUT", `${AT}/one`, { body })).status).toBe(404);
  const mine = await hq.ask("eve", "PUT", "/workspaces/other/skills/one", { body });
  expect(mine.body).toMatchObject({ version: 1 });
  expect((await hq.ask("ann", "GET", `${AT}/one`)).body["body"]).toBe("\nDo it.\n");
  const scopes = ["skill:read"] as const;
  expect((await hq.ask("ann", "GET", `${AT}/one`, { scopes })).status).toBe(200);
  expect((await hq.ask("ann", "PUT", `${AT}/one`, { scopes, body })).status).toBe(403);
});

test("keeps a skill public until it is deleted", async () => {
  const hq = await withSkill();
  const mark = await hq.ask("ann", "PATCH", `${AT}/one`, { body: { public: true } });
  expect(mark.body).toMatchObject({ public: true });
  await hq.ask("ann", "PATCH", `${AT}/one`, { body: { public: true } });
  await hq.ask("ann", "DELETE", `${AT}/one`);
  const recreated = await hq.ask("ann", "POST", AT, {
    body: { name: "one", files: filesOf("one") },
  });
  expect(recreated.body).toMatchObject({ public: false });
});

test("creates a version for each of several concurrent saves", async () => {
  const hq = await withSkill();
  const saved = await Promise.all(
    ["a", "b", "c", "d"].map((name) =>
      hq.ask("ann", "PUT", `${AT}/${name}`, { body: { files: filesOf(name) } }),
    ),
  );
  expect(saved.map(({ body }) => body["version"])).toEqual([1, 1, 1, 1]);
  expect((await hq.ask("ann", "GET", AT)).body["totalCount"]).toBe(5);
});

test("creates the missing tag of a committed version on the next read", async () => {
  const hq = await withSkill();
  const [workspace] = await hq.services.hq.database.selectFrom("workspaces").select("id").execute();
  const id = workspace?.id ?? "";
  const { repository } = await hq.services.skills.of(id);
  await repository.commit("refs/heads/main", {
    files: new Map([["skills/one/SKILL.md", Buffer.from(skillText("one", "Past HQ."))]]),
    author: { name: "Bob", email: "bob@example.test" },
    message: "Change",
  });
  expect(repository.gitDir).toBe(skillsGitDir(hq.services.hq, id));
  expect((await hq.ask("ann", "GET", `${AT}/one`)).body).toMatchObject({
    version: 2,
    by: { name: "Bob" },
    body: "\nPast HQ.\n",
  });
});
