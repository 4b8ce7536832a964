import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { readWorkerConfig } from "../config/worker-config.ts";
import { putSecret } from "../secrets/secrets.ts";
import { temporarySecrets } from "../secrets/temporary-secrets.fixture.ts";
import { putVariable } from "../variables/worker-variables.ts";
import { checkRequirements, type Machine, type RequirementItem } from "./check-requirements.ts";
import { findProgram } from "./find-program.ts";

const NONE = { mcpServers: [], cliTools: [], anyCliTools: [], envVars: [] };
const AD_HOC = { workspaceId: "", variables: [], precedence: "worker-last" } as const;
const AT = new Date("2026-11-20T09:30:00.000Z");

async function machine(): Promise<Machine> {
  const home = await temporaryFolder("preflight");
  const tools = join(home, "tools");
  mkdirSync(join(tools, "folder"), { recursive: true });
  writeFileSync(join(tools, "gh"), "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(join(tools, "plain"), "", { mode: 0o644 });
  chmodSync(join(tools, "gh"), 0o755);
  const environment = { HOME: home, PATH: `relative::${tools}`, NOT_PASSED: "x" };
  return { config: readWorkerConfig(environment), secrets: await temporarySecrets(), environment };
}

function statuses(items: readonly RequirementItem[]): Readonly<Record<string, string>> {
  return Object.fromEntries(items.map(({ name, status }) => [name, status]));
}

describe("commands", () => {
  test("are searched on the run's path and never started", async () => {
    const here = await machine();
    const names = ["gh", "plain", "folder", "absent", "; rm -rf ~", "$(id)", "../gh", "-x", "a b"];
    const { ready, items } = checkRequirements(here, { ...NONE, cliTools: names }, AD_HOC);
    expect(ready).toBe(false);
    expect(Object.entries(statuses(items)).filter(([, status]) => status === "ok")).toEqual([
      ["gh", "ok"],
    ]);
    for (const { status, detail } of items) expect([status, detail]).not.toContain(undefined);
    const runPath = { ...here, config: { ...here.config, runPath: "/nowhere" } };
    expect(checkRequirements(runPath, { ...NONE, cliTools: ["gh"] }, AD_HOC).ready).toBe(false);
  });

  test("with alternatives count as one requirement", async () => {
    const here = await machine();
    const ask = (names: readonly string[]): boolean =>
      checkRequirements(here, { ...NONE, anyCliTools: [names] }, AD_HOC).ready;
    expect([ask(["absent", "gh"]), ask(["absent", "plain"])]).toEqual([true, false]);
  });

  test("are found where `which` finds them", () => {
    const path = process.env["PATH"] ?? "";
    const names = ["sh", "git", "node", "ls", "env", "no-such-program"];
    for (const name of names) {
      expect([name, findProgram(name, path) ?? ""]).toEqual([name, which(name)]);
    }
  });
});

function which(name: string): string {
  try {
    return execFileSync("which", [name], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "";
  }
}

describe("MCP servers", () => {
  test.for([
    [undefined, "missing", /new .*\.mcp\.json/],
    ['{"mcpServers": {"other": {}}}', "missing", /Add it to mcpServers/],
    ["{", "unknown", /it is not JSON/],
    ['{"mcpServers": {"github": {"command": "gh"}}}', "ok", /^$/],
    [
      '{"mcpServers": {"github": {"env": {"T": "${GH_TOKEN}", "U": "${X:-y}"}}}}',
      "ok",
      /\$\{GH_TOKEN\}, which is not set/,
    ],
  ] as const)("in %s are found or not", async ([text, status, detail]) => {
    const here = await machine();
    if (text !== undefined) writeFileSync(here.config.mcpFile, text);
    const { ready, items } = checkRequirements(here, { ...NONE, mcpServers: ["github"] }, AD_HOC);
    expect([items[0]?.status, ready]).toEqual([status, status === "ok"]);
    expect(items[0]?.detail ?? "").toMatch(detail);
  });
});

test("finds variables and secrets as the run would", async () => {
  const here = await machine();
  const { secrets } = here;
  putSecret(secrets, { key: "COMMON", workspaceId: "", value: "x", at: AT });
  putSecret(secrets, { key: "OWN", workspaceId: "w1", value: "x", at: AT });
  putVariable(secrets.state, { key: "REGION", value: "eu", at: AT });
  putVariable(secrets.state, { key: "EMPTY", value: "", at: AT });
  const envVars = ["COMMON", "OWN", "REGION", "EMPTY", "GIVEN", "HOME", "NOT_PASSED"];
  const variable = { key: "GIVEN", value: "x", scope: "project" } as const;
  const check = (workspaceId: string): Readonly<Record<string, string>> =>
    statuses(
      checkRequirements(
        here,
        { ...NONE, envVars },
        { workspaceId, variables: [variable], precedence: "worker-last" },
      ).items,
    );
  expect(check("w1")).toEqual({
    COMMON: "ok",
    OWN: "ok",
    REGION: "ok",
    EMPTY: "missing",
    GIVEN: "ok",
    HOME: "ok",
    NOT_PASSED: "missing",
  });
  expect(check("")).toMatchObject({ COMMON: "ok", OWN: "missing" });
});

test("does not suggest setting a secret with a reserved name", async () => {
  const here = await machine();
  const detail = (at: typeof here): string | undefined =>
    checkRequirements(at, { ...NONE, envVars: ["LOAM_TOKEN"] }, AD_HOC).items[0]?.detail;
  expect(detail(here)).toMatch(/variable set LOAM_TOKEN\. A secret cannot have this name/);
  const config = { ...here.config, allowReservedSecrets: ["LOAM_TOKEN"] };
  expect(detail({ ...here, config })).toMatch(/secret set LOAM_TOKEN/);
});

test("names another workspace that has a secret only on this machine", async () => {
  const here = await machine();
  putSecret(here.secrets, { key: "OWN", workspaceId: "w1", value: "own-value", at: AT });
  const detail = (isLocal: boolean): string | undefined => {
    const context = { ...AD_HOC, isLocal };
    return checkRequirements(here, { ...NONE, envVars: ["OWN"] }, context).items[0]?.detail;
  };
  expect(detail(true)).toContain("secret belongs to workspace w1");
  expect(detail(false)).toMatch(/^Run:/);
});
