import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { skillText, startSkillHub } from "../../support/skill-hub.ts";

test("others find the public skills and install what the digest says; a token shows all", async () => {
  const hub = await startSkillHub();
  const at = "/api/manage/workspaces/main/skills";
  for (const name of ["open", "inner"]) {
    const files = [{ path: "SKILL.md", text: skillText(name) }];
    await hub.admin.ask("POST", at, { body: { name, files } });
  }
  const index = `${hub.url}/w/main/.well-known/agent-skills/index.json`;
  expect((await fetch(index)).status).toBe(404);
  await hub.admin.ask("PATCH", `${at}/open`, { body: { public: true } });

  const archive = await fetch(new URL("open/v1.tar.gz", index));
  const bytes = Buffer.from(await archive.arrayBuffer());
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  expect(await (await fetch(index)).json()).toEqual({
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      { name: "open", description: "Does open.", type: "archive", url: "open/v1.tar.gz", digest },
    ],
  });
  // Nothing at its top that others refuse.
  const text = gunzipSync(bytes).toString();
  expect(text).toContain("metadata:\n  display_name: The open\n");
  expect(text).not.toContain("\ndisplay_name:");

  const inner = new URL("inner/v1.tar.gz", index);
  expect((await fetch(inner)).status).toBe(404);
  const headers = { authorization: `Bearer ${await hub.token(["skill:read"])}` };
  expect((await fetch(inner, { headers })).status).toBe(200);
  const all: unknown = await (await fetch(index, { headers })).json();
  expect(all).toMatchObject({ skills: [{ name: "inner" }, { name: "open", digest }] });
  const other = { authorization: `Bearer ${await hub.token(["content:read"])}` };
  expect((await fetch(index, { headers: other })).status).toBe(403);
  for (const wrong of ["open/v2.tar.gz", "open/v1.zip", "none/v1.tar.gz", "../../../x"]) {
    expect((await fetch(new URL(wrong, index))).status).toBe(404);
  }
});
