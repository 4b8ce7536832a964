import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { type Deployment, listDeployments } from "../state/deployments.ts";
import type { WorkerState } from "../state/open-state.ts";
import { temporaryState } from "../state/temporary-state.fixture.ts";
import { deployServers } from "./deploy-servers.ts";

function deployment(name: string, mcpServers: object, second: number): Deployment {
  return {
    projectId: `p-${name}`,
    name,
    manifest: JSON.stringify({ mcpServers, later: "unknown" }),
    deployedAt: new Date(1_700_000_000_000 + second * 1000).toISOString(),
  };
}

async function worker(text?: string): Promise<{ state: WorkerState; path: string }> {
  const path = join(await temporaryFolder("mcp"), ".mcp.json");
  if (text !== undefined) writeFileSync(path, text, { mode: 0o644 });
  return { state: await temporaryState(), path };
}

test("adds a project's servers and keeps those of others unchanged", async () => {
  const { state, path } = await worker(
    '{"other": [1], "mcpServers": {"mine": {"command": "x"}, "odd": 7}}',
  );
  expect(deployServers({ state, path }, deployment("Blog", { db: { command: "db" } }, 0))).toEqual(
    [],
  );
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
    other: [1],
    mcpServers: { mine: { command: "x" }, odd: 7, db: { command: "db" } },
  });
  expect(statSync(path).mode & 0o777).toBe(0o644);
  expect(readdirSync(join(path, ".."))).toEqual([".mcp.json"]);
  expect(listDeployments(state).map(({ name }) => name)).toEqual(["Blog"]);
});

test("replaces a server of the same name and reports its previous owner", async () => {
  const { state, path } = await worker();
  const blog = { db: { command: "db", args: ["blog"] }, same: { url: "https://x", type: "http" } };
  const shop = { db: { command: "db", args: ["shop"] }, same: { type: "http", url: "https://x" } };
  expect(deployServers({ state, path }, deployment("Blog", blog, 0))).toEqual([]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(deployServers({ state, path }, deployment("Shop", shop, 1))).toEqual([
    expect.stringMatching(/^The MCP server db of Shop replaced the one of Blog\. /),
    expect.stringContaining(`${path}.loam-previous`),
  ]);
  const previous: unknown = JSON.parse(readFileSync(`${path}.loam-previous`, "utf8"));
  expect(previous).toEqual({ mcpServers: blog });
  expect(statSync(`${path}.loam-previous`).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ mcpServers: { db: shop.db } });
  expect(deployServers({ state, path }, deployment("Shop", shop, 2))).toEqual([]);
  writeFileSync(path, '{"mcpServers": {"db": {"command": "by hand"}}}');
  expect(deployServers({ state, path }, deployment("Blog", blog, 3))).toEqual([
    expect.stringContaining("replaced an existing one"),
    expect.any(String),
  ]);
  expect(readFileSync(`${path}.loam-previous`, "utf8")).toContain("by hand");
});

test.for(["{", "[]", '{"mcpServers": []}'])("leaves a file with %s unchanged", async (text) => {
  const { state, path } = await worker(text);
  const deploy = (): unknown => deployServers({ state, path }, deployment("Blog", { a: {} }, 0));
  expect(deploy).toThrow(expect.objectContaining({ code: "conflict" }));
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(listDeployments(state)).toEqual([]);
});

test("keeps a link to the file", async () => {
  const { state, path } = await worker("{}");
  const link = `${path}.link`;
  symlinkSync(path, link);
  deployServers({ state, path: link }, deployment("Blog", { a: { command: "a" } }, 0));
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ mcpServers: { a: { command: "a" } } });
});
