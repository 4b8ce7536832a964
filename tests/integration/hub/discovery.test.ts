import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { skillText, startSkillHub } from "../../support/hq/skill-hub.ts";

test("anyone finds public skills and verifies their digest; a token shows all", async () => {
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
  // Its top level contains nothing that other clients refuse.
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

test("discovery 0.1 clients find the same skills file by file", async () => {
  const hub = await startSkillHub();
  const at = "/api/manage/workspaces/main/skills";
  const page = "<script>alert(1)</script>";
  const filesOf = (name: string, path: string): object => ({
    name,
    files: [
      { path: "SKILL.md", text: skillText(name) },
      { path, text: page },
      { path: "bytes", content: "/wA=" },
    ],
  });
  for (const [name, path] of [
    ["open", "docs/日本語 page.html"],
    ["inner", "a.html"],
    ["odd", "a..b.html"],
  ] as const) {
    expect(await hub.admin.ask("POST", at, { body: filesOf(name, path) })).toMatchObject({
      status: 201,
    });
  }
  const index = `${hub.url}/w/main/.well-known/skills/index.json`;
  expect((await fetch(index)).status).toBe(404);
  for (const name of ["open", "odd"]) {
    await hub.admin.ask("PATCH", `${at}/${name}`, { body: { public: true } });
  }

  // One unsupported path makes these clients reject the whole index.
  expect(await (await fetch(index)).json()).toEqual({
    skills: [
      {
        name: "open",
        description: "Does open.",
        files: ["SKILL.md", "bytes", "docs/日本語 page.html"],
      },
    ],
  });
  const main = await fetch(new URL("open/SKILL.md", index));
  expect(main.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(await main.text()).toContain("metadata:\n  display_name: The open\n");
  const html = await fetch(new URL("open/docs/日本語 page.html", index));
  expect(html.headers.get("content-type")).toBe("application/octet-stream");
  expect(html.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await html.text()).toBe(page);
  const bytes = await fetch(new URL("open/bytes", index));
  expect(Buffer.from(await bytes.arrayBuffer())).toEqual(Buffer.from([0xff, 0x00]));

  for (const wrong of [
    "open/none",
    "open/docs",
    "inner/SKILL.md",
    "none/SKILL.md",
    "open/%2e%2e/x",
  ]) {
    expect((await fetch(new URL(wrong, index))).status).toBe(404);
  }
  expect((await fetch(new URL("open/SKILL.md", index), { method: "POST" })).status).toBe(405);
  const headers = { authorization: `Bearer ${await hub.token(["skill:read"])}` };
  const inner = await fetch(new URL("inner/SKILL.md", index), { headers });
  expect([inner.status, inner.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  const all: unknown = await (await fetch(index, { headers })).json();
  expect(all).toMatchObject({ skills: [{ name: "inner" }, { name: "open" }] });
});
