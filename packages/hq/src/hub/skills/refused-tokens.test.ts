import { expect, test } from "vitest";
import { startManagedHq } from "../../server/manage-api.fixture.ts";

const MAIN = "/workspaces/main";
const TOKEN = ["ghp", "Zq3vT9kLmW2xYb7NcR5dHfJ8sPgA4uE1oQiV"].join("_");

function filesOf(more: object): readonly object[] {
  const text = "---\nname: one\ndisplay_name: One\ndescription: Does it.\n---\n\nDo it.\n";
  return [
    { path: "SKILL.md", text },
    { path: "more.bin", ...more },
  ];
}

test.for([
  ["text", { text: `a\nb ${TOKEN}\n` }, 2],
  ["bytes", { content: Buffer.from(`\0\u0001${TOKEN}\0`).toString("base64") }, 1],
  ["base64", { text: Buffer.from(`t:${TOKEN}`).toString("base64") }, 1],
] as const)("rejects a token in %s, however the skill is saved", async ([, more, line]) => {
  const hq = await startManagedHq();
  const good = filesOf({ text: "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n" });
  const files = filesOf(more);
  const ask = (method: string, path: string, body: object) =>
    hq.ask("admin", method, `${MAIN}${path}`, { body });
  expect((await ask("PUT", "/skills/one", { files: good })).status).toBe(200);
  expect((await ask("POST", "/skill-changes", { title: "More" })).status).toBe(201);
  const requests = [
    ["POST", "/skills", { name: "one", files }],
    ["PUT", "/skills/one", { files }],
    ["POST", "/skill-proposals", { title: "More", skill: { name: "one", files } }],
    ["PUT", "/skill-changes/1/skills/one", { files }],
  ] as const;
  for (const [method, path, body] of requests) {
    const answer = await ask(method, path, body);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: "unsafe_skill", errors: [{ path: "skills/one/more.bin", line }] },
    });
    expect(JSON.stringify(answer.body)).toContain("GitHub token");
    expect(JSON.stringify(answer.body)).not.toContain(TOKEN.slice(8));
  }
  const { body: list } = await hq.ask("admin", "GET", `${MAIN}/skills/one/versions`);
  expect(list).toMatchObject({ totalCount: 1 });
});
