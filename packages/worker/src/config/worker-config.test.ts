import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { readWorkerConfig } from "./worker-config.ts";

/** Creates the home of a user whose worker has these settings. */
async function homeWith(settings: unknown): Promise<string> {
  const home = await temporaryFolder("worker-config");
  mkdirSync(join(home, ".loam-worker"));
  const text = typeof settings === "string" ? settings : JSON.stringify(settings);
  writeFileSync(join(home, ".loam-worker/settings.json"), text);
  return home;
}

describe("the configuration of a worker", () => {
  test("defaults to the specification", async () => {
    const home = await temporaryFolder("worker-config");
    expect(readWorkerConfig({ HOME: home })).toEqual({
      home: join(home, ".loam-worker"),
      agentHome: join(home, ".claude"),
      skillsFolder: join(home, ".claude/skills"),
      projectsFolder: join(home, ".loam-worker/projects"),
      mcpFile: join(home, ".mcp.json"),
      agent: "claude",
      host: "127.0.0.1",
      port: 4500,
      allowedHosts: [],
      passEnvironment: [],
      allowReservedSecrets: [],
      boxReadable: [],
      boxWritable: [],
      concurrentRuns: 2,
      runDays: 30,
      runMebibytes: 1024,
    });
  });

  test.for([
    ["claude", ".claude/skills"],
    ["codex", ".codex/skills"],
    ["gemini", ".gemini/skills"],
    ["opencode", ".config/opencode/skills"],
    ["shell", ".claude/skills"],
    [{ command: ["/opt/bin/codex", "exec", "-"] }, ".codex/skills"],
    [{ command: ["my-agent"] }, ".claude/skills"],
  ] as const)("puts the skills of the agent %j in ~/%s", async ([agent, folder]) => {
    const home = await homeWith({ agent });
    expect(readWorkerConfig({ HOME: home }).skillsFolder).toBe(join(home, folder));
  });

  test("sets the isolation and the number of concurrent runs", async () => {
    const home = await homeWith({
      isolation: "contained",
      boxReadable: ["~/.cargo", "/srv/tools"],
      boxWritable: ["~/.cache/go"],
      concurrentRuns: 4,
    });
    const set = { LOAM_WORKER_ISOLATION: "none", LOAM_WORKER_CONCURRENT_RUNS: "1" };
    expect(readWorkerConfig({ HOME: home })).toMatchObject({
      isolation: "contained",
      boxReadable: [join(home, ".cargo"), "/srv/tools"],
      boxWritable: [join(home, ".cache/go")],
      concurrentRuns: 4,
    });
    expect(readWorkerConfig({ HOME: home, ...set })).toMatchObject({
      isolation: "none",
      concurrentRuns: 1,
    });
  });

  test("is read from settings.json, below the environment", async () => {
    const home = await homeWith({
      agent: { command: ["/usr/bin/agent", "--quiet"] },
      agentHome: "~/.codex",
      mcpFile: "agents/mcp.json",
      hqUrl: "https://hq.example/",
      workspace: "main",
      memoryRetentionDays: 90,
      runDays: 7,
      runMebibytes: 10,
      variablePrecedence: "workflow-last",
    });
    expect(
      readWorkerConfig({
        HOME: home,
        AGENT_HOME: "/srv/agent",
        LOAM_WORKSPACE: "other",
        LOAM_WORKER_RUN_DAYS: "14",
      }),
    ).toMatchObject({
      agent: { command: ["/usr/bin/agent", "--quiet"] },
      skillsFolder: "/srv/agent/skills",
      mcpFile: join(home, "agents/mcp.json"),
      hqUrl: "https://hq.example",
      workspace: "other",
      memoryRetentionDays: 90,
      runDays: 14,
      runMebibytes: 10,
      variablePrecedence: "workflow-last",
    });
  });

  test.for([
    ["no object", /settings\.json must be a JSON object/],
    [[], /must be a JSON object/],
    [{ prot: 1 }, /unknown setting prot\. Settings: agent, /],
    [{ __proto__: null, toString: 1 }, /unknown setting toString/],
    [{ port: "4500", hqUrl: "ftp://x" }, /port must be a whole number.*hqUrl must be an HTTP/],
    [{ agent: { command: [] } }, /agent must be one of claude, codex, gemini, opencode, shell, or/],
    [{ agent: "nonsense" }, /agent must be one of claude, codex, gemini, opencode, shell, or/],
    [{ isolation: "box" }, /isolation must be none, contained, or boxed/],
    [{ concurrentRuns: 0 }, /concurrentRuns must be a whole number from 1 to 1000/],
    [{ passEnvironment: ["A=B"] }, /passEnvironment must be a list of environment variable names/],
    [{ variablePrecedence: "last" }, /variablePrecedence must be worker-last or workflow-last/],
  ] as const)("rejects %j with a reason", async ([settings, message]) => {
    const home = await homeWith(settings);
    expect(() => readWorkerConfig({ HOME: home })).toThrow(message);
  });

  test("reports all invalid values together, in the environment and in the file", async () => {
    const home = await homeWith({ prot: 1, port: "4500" });
    expect(() => readWorkerConfig({ HOME: home, LOAM_WORKER_RUN_DAYS: "0" })).toThrow(
      /LOAM_WORKER_RUN_DAYS must be a whole .*unknown setting prot\. Settings: .*port must be a whole number/,
    );
  });

  test.for(["0", "-1", "1.5", "1e3", "thirty"])("rejects %j as a number of days", async (days) => {
    const environment = {
      HOME: await temporaryFolder("worker-config"),
      LOAM_WORKER_RUN_DAYS: days,
    };
    expect(() => readWorkerConfig(environment)).toThrow(
      /^LOAM_WORKER_RUN_DAYS must be a whole number of days, at least 1\.$/,
    );
  });

  test("rejects a key that is too short without showing it", async () => {
    const environment = {
      HOME: await temporaryFolder("worker-config"),
      LOAM_WORKER_KEY: "c2hvcnQ=",
    };
    expect(() => readWorkerConfig(environment)).toThrow(
      /^LOAM_WORKER_KEY must be 32 bytes in base64 \(openssl rand -base64 32\)\.$/,
    );
  });
});
