import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { rawGet, skillText, startSkillHub, type SkillHub } from "../../support/hq/skill-hub.ts";

const AGENT = ["content:read", "content:write", "skill:read"] as const;

/** A tool's response, parsed as JSON. */
interface Said {
  readonly isError: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

type Use = (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<Said>;

async function connect(hub: SkillHub, token: string): Promise<{ client: Client; use: Use }> {
  const client = new Client({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", hub.url), {
    requestInit: { headers },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    async use(name, args = {}) {
      const { content, isError = false } = await client.callTool({ name, arguments: args });
      const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
      const body: Said["body"] = JSON.parse(text);
      return { isError, body };
    },
  };
}

async function withSite(): Promise<{ hub: SkillHub; site: string }> {
  const hub = await startSkillHub();
  const ask = async (method: string, path: string, body: object) =>
    (await hub.admin.ask(method, `/api/manage${path}`, { body })).body;
  await ask("PUT", "/workspaces/main/features", { cms: true });
  const made = await ask("POST", "/workspaces/main/sites", { name: "Blog" });
  const site = String(made["id"]);
  const title = { apiId: "title", label: "Title", type: "text", required: true };
  const type = { apiId: "posts", kind: "list", label: "Posts", fields: [title] };
  await ask("POST", `/sites/${site}/types`, type);
  await ask("POST", `/sites/${site}/types/posts/schema/publish`, {});
  const files = [{ path: "SKILL.md", text: skillText("one") }];
  await ask("POST", "/workspaces/main/skills", { name: "one", files });
  return { hub, site };
}

test("an agent finds content and skills and writes a draft it can't publish", async () => {
  const { hub, site } = await withSite();
  const { client, use } = await connect(hub, await hub.token(AGENT));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("create_draft");
  expect(tools.filter(({ name }) => /publish|delete/.test(name))).toEqual([]);

  const sites = await use("list_sites", { workspace: "main" });
  expect(JSON.stringify(sites.body)).toContain(site);
  const fields = { title: "By an agent" };
  const made = await use("create_draft", { site, type: "posts", fields });
  expect(made).toMatchObject({ isError: false, body: { slug: "by-an-agent", state: "draft" } });
  const entry = String(made.body["id"]);
  await use("edit_draft", { site, type: "posts", entry, fields: { title: "Better" } });
  const read = await use("read_entry", { site, type: "posts", entry });
  expect(read.body).toMatchObject({ state: "draft", fields: { title: "Better" } });
  const found = await use("search_entries", { site, q: "better", limit: 5 });
  expect(found.body["entries"]).toMatchObject([{ id: entry }]);
  const log = await hub.admin.ask("GET", `/api/manage/sites/${site}/log`);
  expect(log.body).toEqual({ publishes: [] });

  const skill = await use("read_skill", { workspace: "main", skill: "one" });
  expect(skill.body).toMatchObject({ version: 1, body: "\nDo it.\n" });
  const file = await use("read_skill_files", { workspace: "main", skill: "one", path: "SKILL.md" });
  expect(file.body).toMatchObject({ contents: [{ text: skillText("one") }] });
});

test("an agent proposes changes where reviews are required, and a person merges", async () => {
  const { hub, site } = await withSite();
  const { client, use } = await connect(hub, await hub.token(AGENT));
  const at = `/api/manage/sites/${site}`;
  await hub.admin.ask("PATCH", at, { body: { reviewRequired: true } });
  const type = "posts";
  const refused = await use("create_draft", { site, type, fields: { title: "No" } });
  expect(refused).toMatchObject({ isError: true, body: { code: "review_required" } });

  const opened = await use("open_change_request", { site, title: "Words of an agent" });
  const change = opened.body["number"];
  const made = await use("propose_entry", { site, change, type, fields: { title: "By an agent" } });
  expect(made).toMatchObject({ isError: false, body: { slug: "by-an-agent" } });
  const entry = String(made.body["id"]);
  await use("propose_edit", { site, change, type, entry, fields: { title: "Better" } });
  await use("comment_change_request", { site, change, comment: "Please look at the title." });
  const shown = await use("read_change_request", { site, change });
  expect(shown.body).toMatchObject({
    entries: [{ kind: "added", title: "Better" }],
    merge: { blockedBy: ["approval_missing"] },
  });
  const { tools } = await client.listTools();
  expect(tools.filter(({ name }) => /merge|approve/.test(name))).toEqual([]);
  const list = await use("list_change_requests", { site, state: "open" });
  expect(list.body).toMatchObject({ totalCount: 1 });
  const entries = await hub.admin.ask("GET", `${at}/entries`);
  expect(entries.body).toMatchObject({ entries: [] });
});

test("reports refusals with reasons to the agent", async () => {
  const { hub, site } = await withSite();
  const { use } = await connect(hub, await hub.token(["content:read"]));
  const write = { site, type: "posts", fields: { title: "No" } };
  expect(await use("create_draft", write)).toMatchObject({
    isError: true,
    body: { code: "forbidden" },
  });
  expect(await use("list_skills", { workspace: "main" })).toMatchObject({ isError: true });
  const { use: writer } = await connect(hub, await hub.token(AGENT));
  const wrong = { site, type: "posts", fields: { titel: "No" } };
  expect(await writer("create_draft", wrong)).toMatchObject({ isError: true });
  const elsewhere = { site: "saaaaaaaaaaaaaaaaaaa", q: "x" };
  expect(await writer("search_entries", elsewhere)).toMatchObject({
    isError: true,
    body: { code: "site_not_found" },
  });
});

test("refuses requests without a token, from other pages, or with another host name", async () => {
  const hub = await startSkillHub();
  const authorization = `Bearer ${await hub.token(AGENT)}`;
  const ask = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${hub.url}/mcp`, { method: "POST", headers, body: "{}" })).status;
  expect(await ask({})).toBe(401);
  expect(await ask({ authorization: "Bearer loam_pat_wrong" })).toBe(401);
  expect(await ask({ authorization, origin: "https://evil.example" })).toBe(403);
  const { status } = await rawGet(hub.url, "/mcp", { authorization, host: "evil.example" });
  expect(status).toBe(403);
  const long = "x".repeat(5 * 1024 * 1024);
  const type = { "content-type": "application/json" };
  const cut = await fetch(`${hub.url}/mcp`, {
    method: "POST",
    headers: { authorization, ...type },
    body: JSON.stringify(long),
  });
  expect(cut.status).toBe(413);
});
