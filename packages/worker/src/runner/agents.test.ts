import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { AGENT_PRESETS } from "../config/agent-presets.ts";
import { agentCommand } from "./agents.ts";

async function commandOf(
  agent: string,
  { servers = {}, isBoxed = false }: { readonly servers?: object; readonly isBoxed?: boolean } = {},
) {
  const folder = await temporaryFolder("agents");
  const mcpFile = join(folder, "mcp.json");
  writeFileSync(mcpFile, JSON.stringify({ mcpServers: servers }));
  const job = { body: "Do it.", variables: new Map<string, string>(), folder, isBoxed };
  return { mcpFile, ...(await agentCommand({ agent, mcpFile }, job)) };
}

describe("a repository's settings never run code", () => {
  test("with Claude Code, which ignores its hooks and servers", async () => {
    const { argv } = await commandOf("claude");
    expect(argv.join(" ")).toContain("--setting-sources user");
    expect(argv).toContain("--strict-mcp-config");
    expect(argv).not.toContain("--mcp-config");
  });

  test("with opencode, which ignores its plugins and settings", async () => {
    const { environment } = await commandOf("opencode");
    expect(environment).toMatchObject({ OPENCODE_DISABLE_PROJECT_CONFIG: "1" });
  });

  test.for(Object.keys(AGENT_PRESETS))(
    "with %s, also in a directory without Git",
    async (agent) => {
      const { argv } = await commandOf(agent);
      const wanted: Readonly<Record<string, string>> = {
        codex: "--skip-git-repo-check",
        gemini: "--skip-trust",
      };
      expect(argv).toEqual(expect.arrayContaining([wanted[agent] ?? argv[0]]));
    },
  );
});

test("gives Claude Code the servers of the worker's file, if any", async () => {
  const { argv, mcpFile } = await commandOf("claude", { servers: { db: { command: "db-mcp" } } });
  expect(argv.slice(-2)).toEqual(["--mcp-config", mcpFile]);
});

test("turns off Codex's sandbox in the box", async () => {
  const outside = await commandOf("codex");
  expect(outside.argv).not.toContain("danger-full-access");
  const boxed = await commandOf("codex", { isBoxed: true });
  expect(boxed.argv.slice(-2)).toEqual(["--sandbox", "danger-full-access"]);
});
