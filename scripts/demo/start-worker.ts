import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addressesOf } from "./hq-command.ts";
import { type Ask, tokenOf } from "./owner-token.ts";
import { WORKSPACE } from "./prepare-site.ts";
import { ROOT, type DemoSettings } from "./read-settings.ts";
import { type Program, type Running, runProgram, startProgram } from "./run-program.ts";

/**
 * Starts a worker next to HQ that runs the `sh` blocks of skills, and registers it at the first start. It uses only the
 * demo's folder.
 *
 * @throws DemoError with the output of HQ or the worker
 */
export async function startWorker(settings: DemoSettings, ask: Ask): Promise<Running> {
  const home = join(settings.folder, "worker");
  const agentCli = (name: string, args: readonly string[], input?: string): Program => ({
    name,
    args: [join(ROOT, "packages/worker/bin/agent-cli.js"), ...args],
    cwd: home,
    env: { ...NOTHING_OF_OTHERS, HOME: home, LOAM_WORKER_HOME: join(home, "state") },
    ...(input !== undefined && { input }),
  });
  await setUp(home);
  const status = await runProgram(
    agentCli("ask the worker where it is registered", ["worker", "status", "--json"]),
  );
  if (!isRegistered(JSON.parse(status))) {
    const path = `/workspaces/${WORKSPACE}/workers`;
    const { token } = tokenOf(await ask(path, { method: "POST", body: { name: "demo" } }));
    const args = ["worker", "register", "--hq", addressesOf(settings).hqUrl];
    await runProgram(agentCli("register the worker", args, `${token}\n`));
  }
  return startProgram(agentCli("start the worker", ["worker", "start"]));
}

function isRegistered(status: unknown): boolean {
  return (
    typeof status === "object" &&
    status !== null &&
    "links" in status &&
    Array.isArray(status.links) &&
    status.links.length > 0
  );
}

const NOTHING_OF_OTHERS = {
  AGENT_HOME: undefined,
  LOAM_HQ_URL: undefined,
  LOAM_TOKEN: undefined,
  LOAM_WORKSPACE: undefined,
  LOAM_WORKER_KEY: undefined,
  LOAM_WORKER_URL: undefined,
};

/** Writes the worker's settings unless the user has changed them: a free port, and no model. */
async function setUp(home: string): Promise<void> {
  const state = join(home, "state");
  await mkdir(state, { recursive: true, mode: 0o700 });
  const file = join(state, "settings.json");
  if (!existsSync(file)) await writeFile(file, '{ "agent": "shell", "port": 0 }\n');
}
