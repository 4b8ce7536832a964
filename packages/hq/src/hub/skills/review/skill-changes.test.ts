import { expect, test } from "vitest";
import type { Answer, ManagedHq } from "../../../server/manage-api.fixture.ts";
import { startManagedHq } from "../../../server/manage-api.fixture.ts";

const SKILLS = "/workspaces/main/skills";
const CHANGES = "/workspaces/main/skill-changes";

function filesOf(name: string, lines: readonly string[]): readonly object[] {
  const head = `---\nname: ${name}\ndisplay_name: The ${name}\ndescription: Does ${name}.\n---\n\n`;
  return [{ path: "SKILL.md", text: `${head}${lines.join("\n")}\n` }];
}

const LINES = ["First.", "Second.", "Third.", "Fourth.", "Fifth."];

interface Started {
  readonly hq: ManagedHq;
  /** Saves a skill on `main`. */
  readonly save: (name: string, lines: readonly string[]) => Promise<Answer>;
  /** Saves a skill on the branch of a change request. */
  readonly propose: (n: number, name: string, lines: readonly string[] | null) => Promise<Answer>;
  readonly body: (name: string) => Promise<unknown>;
}

/** Sets up a skill `one`, and Ann's open change request that changes it to `2nd.` */
async function start(): Promise<Started> {
  const hq = await startManagedHq();
  await hq.addPerson("ann", "member");
  await hq.addPerson("bob", "member");
  await hq.addPerson("eve");
  const save: Started["save"] = (name, lines) =>
    hq.ask("ann", "PUT", `${SKILLS}/${name}`, { body: { files: filesOf(name, lines) } });
  const propose: Started["propose"] = (n, name, lines) => {
    const files = lines === null ? [] : filesOf(name, lines);
    return hq.ask("ann", "PUT", `${CHANGES}/${n}/skills/${name}`, { body: { files } });
  };
  expect((await save("one", LINES)).status).toBe(200);
  const opened = await hq.ask("ann", "POST", CHANGES, {
    body: { title: "Better words", reviewers: ["u-bob"] },
  });
  expect(opened).toMatchObject({
    status: 201,
    body: { number: 1, branch: "change/1-better-words", reviewers: ["u-bob"] },
  });
  expect((await propose(1, "one", LINES.with(1, "2nd."))).status).toBe(200);
  const body = async (name: string): Promise<unknown> =>
    (await hq.ask("ann", "GET", `${SKILLS}/${name}`)).body["body"];
  return { hq, save, propose, body };
}

test("changes and reviews a skill on a branch, and creates its version on merging", async () => {
  const { hq, save, body } = await start();
  const detail = await hq.ask("bob", "GET", `${CHANGES}/1`);
  expect(detail.body).toMatchObject({
    change: { number: 1, unread: true, reviews: [] },
    skills: [{ kind: "changed", name: "one" }],
    files: [{ kind: "changed", path: "skills/one/SKILL.md", skill: "one", viewed: false }],
    merge: { possible: true, blockedBy: [], conflicts: [], issues: [] },
  });
  const { body: diff } = await hq.ask("bob", "GET", `${CHANGES}/1/diff`);
  expect(diff["diff"]).toContain("-Second.\n+2nd.\n");
  const comment = { body: "Why, @[ann](u-ann)?", path: "skills/one/SKILL.md", line: 8 };
  const commented = await hq.ask("bob", "POST", `${CHANGES}/1/comments`, { body: comment });
  expect(commented).toMatchObject({ status: 201, body: { mentions: ["u-ann"], line: 8 } });
  // Changes on `main` are kept.
  await save("one", LINES.with(4, "5th."));
  await save("two", LINES);
  expect(await body("one")).not.toContain("2nd.");

  const head = String(detail.body["head"]);
  const approving = { body: { head } };
  expect((await hq.ask("ann", "POST", `${CHANGES}/1/approve`, approving)).status).toBe(403);
  expect((await hq.ask("bob", "POST", `${CHANGES}/1/approve`, approving)).status).toBe(200);
  const merged = await hq.ask("bob", "POST", `${CHANGES}/1/merge`, { body: { head } });
  expect(merged.body).toMatchObject({
    change: { state: "merged", endedBy: "u-bob" },
    versions: [{ name: "one", version: 3 }],
  });
  expect(await body("one")).toContain("First.\n2nd.\nThird.\nFourth.\n5th.\n");
  const { body: after } = await hq.ask("ann", "GET", `${CHANGES}/1`);
  expect(after).toMatchObject({ merge: null, files: [{ path: "skills/one/SKILL.md" }] });
  const store = await hq.services.skills.of(
    String(merged.body["change"] && (await workspaceId(hq))),
  );
  expect([...(await store.repository.listRefs()).keys()]).not.toContain(
    "refs/heads/change/1-better-words",
  );
});

test("opens a change request together with its skill, or not at all after newer changes", async () => {
  const { hq, save, body } = await start();
  const ask = (skill: object) =>
    hq.ask("ann", "POST", "/workspaces/main/skill-proposals", { body: { title: "More", skill } });
  const files = filesOf("one", LINES.with(0, "1st."));
  expect(await ask({ name: "one", files, base: 1 })).toMatchObject({
    status: 201,
    body: { number: 2, branch: "change/2-more", state: "open", draft: false },
  });
  const { body: detail } = await hq.ask("bob", "GET", `${CHANGES}/2`);
  expect(detail).toMatchObject({ skills: [{ kind: "changed", name: "one" }] });
  expect(await body("one")).toContain("First.");

  await save("one", LINES.with(4, "5th."));
  expect(await ask({ name: "one", files, base: 1 })).toMatchObject({
    status: 409,
    body: { code: "conflict" },
  });
  const broken = [{ path: "SKILL.md", text: "no front matter" }];
  expect((await ask({ name: "one", files: broken, base: 2 })).status).toBe(422);
  const { body: list } = await hq.ask("ann", "GET", CHANGES);
  expect(list).toMatchObject({ totalCount: 2 });
  expect((await ask({ name: "one", files: [], base: 2 })).status).toBe(201);
  const { body: going } = await hq.ask("bob", "GET", `${CHANGES}/3`);
  expect(going).toMatchObject({ skills: [{ kind: "removed", name: "one" }] });
});

async function workspaceId(hq: ManagedHq): Promise<string> {
  const rows = await hq.services.hq.database.selectFrom("workspaces").select("id").execute();
  return rows[0]?.id ?? "";
}

test("resolves conflicts on the branch by file", async () => {
  const { hq, save, body } = await start();
  await save("one", LINES.with(1, "Zweitens."));
  const { body: detail } = await hq.ask("bob", "GET", `${CHANGES}/1`);
  expect(detail["merge"]).toMatchObject({
    possible: false,
    blockedBy: ["conflicts"],
    conflicts: [{ file: "skills/one/SKILL.md" }],
  });
  expect(JSON.stringify(detail["merge"])).toMatch(/Second.*Zweitens.*2nd/);
  const merge = await hq.ask("bob", "POST", `${CHANGES}/1/merge`);
  expect(merge).toMatchObject({ status: 409, body: { errors: [{ path: "skills/one/SKILL.md" }] } });
  expect((await hq.ask("ann", "POST", `${CHANGES}/1/update`)).status).toBe(409);
  const decided = { decisions: [{ file: "skills/one/SKILL.md", take: "branch" }] };
  expect((await hq.ask("ann", "POST", `${CHANGES}/1/update`, { body: decided })).status).toBe(200);
  expect((await hq.ask("bob", "POST", `${CHANGES}/1/merge`)).status).toBe(200);
  expect(await body("one")).toContain("2nd.");
});

test("adds and deletes a skill in a change request", async () => {
  const { hq, propose, save } = await start();
  await save("gone", LINES);
  await hq.ask("ann", "POST", `${CHANGES}/1/update`);
  expect((await propose(1, "new", LINES)).status).toBe(200);
  expect((await propose(1, "gone", null)).status).toBe(200);
  expect((await propose(1, "gone", null)).status).toBe(404);
  const { body: detail } = await hq.ask("bob", "GET", `${CHANGES}/1`);
  expect(detail["skills"]).toEqual([
    { kind: "removed", name: "gone" },
    { kind: "added", name: "new" },
    { kind: "changed", name: "one" },
  ]);
  const { body: merged } = await hq.ask("bob", "POST", `${CHANGES}/1/merge`);
  expect(merged["versions"]).toEqual([
    { name: "new", version: 1 },
    { name: "one", version: 2 },
  ]);
  expect((await hq.ask("bob", "GET", `${SKILLS}/gone`)).status).toBe(404);
});

test("rejects an invalid skill or an outdated version on a branch", async () => {
  const { hq, propose } = await start();
  const bad = { files: [{ path: "SKILL.md", text: "No front matter\n" }] };
  const at = `${CHANGES}/1/skills/one`;
  expect((await hq.ask("ann", "PUT", at, { body: bad })).status).toBe(422);
  const { head } = (await hq.ask("ann", "GET", `${CHANGES}/1`)).body;
  await propose(1, "one", LINES.with(0, "1st."));
  const late = { files: filesOf("one", LINES), head };
  expect((await hq.ask("ann", "PUT", at, { body: late })).body).toMatchObject({ code: "stale" });
});

test("shows change requests to members only, and merges neither drafts nor requested changes", async () => {
  const { hq } = await start();
  expect((await hq.ask("eve", "GET", CHANGES)).status).toBe(404);
  expect((await hq.ask("bob", "PATCH", `${CHANGES}/1`, { body: { title: "Mine" } })).status).toBe(
    403,
  );
  await hq.ask("ann", "PATCH", `${CHANGES}/1`, { body: { draft: true } });
  expect((await hq.ask("bob", "POST", `${CHANGES}/1/merge`)).status).toBe(409);
  await hq.ask("ann", "PATCH", `${CHANGES}/1`, { body: { draft: false } });
  const { head } = (await hq.ask("bob", "GET", `${CHANGES}/1`)).body;
  const asked = { head, verdict: "changes_requested" };
  await hq.ask("bob", "POST", `${CHANGES}/1/approve`, { body: asked });
  const refused = await hq.ask("bob", "POST", `${CHANGES}/1/merge`);
  expect(refused.body).toMatchObject({ code: "review_required" });
  const { body: list } = await hq.ask("ann", "GET", CHANGES);
  expect(list).toMatchObject({ totalCount: 1, counts: { open: 1, unread: 1 } });
  const closed = await hq.ask("ann", "POST", `${CHANGES}/1/close`);
  expect(closed.body).toMatchObject({ state: "closed" });
  expect((await hq.ask("ann", "POST", `${CHANGES}/1/reopen`)).body).toMatchObject({
    state: "open",
  });
});

test("records an interrupted merge on the next read", async () => {
  const { hq } = await start();
  const id = await workspaceId(hq);
  await hq.ask("bob", "POST", `${CHANGES}/1/merge`);
  const unnoted = { state: "open", head: null, base: null, merged_commit: null } as const;
  const { database } = hq.services.hq;
  const row = await database.selectFrom("changes").select("head").executeTakeFirstOrThrow();
  await database.updateTable("changes").set(unnoted).execute();
  const { repository } = await hq.services.skills.of(id);
  const move = { ref: "refs/heads/change/1-better-words", from: null, to: row.head ?? "" };
  await repository.advance([move], NOTHING_NEW);
  const { body } = await hq.ask("ann", "GET", `${CHANGES}/1`);
  expect(body["change"]).toMatchObject({ state: "merged", endedBy: "u-bob" });
});

/** Moves a ref without adding objects. */
const NOTHING_NEW = { land: async (): Promise<() => void> => Promise.resolve(() => undefined) };
