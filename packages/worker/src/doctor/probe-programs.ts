import { execFile } from "node:child_process";
import { isAbsolute } from "node:path";
import { promisify } from "node:util";
import { AGENT_PRESETS } from "../config/agent-presets.ts";
import { neededNode, packageVersion } from "../config/package-version.ts";
import type { Machine } from "../preflight/check-requirements.ts";
import { findProgram } from "../preflight/find-program.ts";
import { runEnvironment } from "../secrets/run-environment.ts";
import type { AgentFacts, ProgramFacts } from "./facts.ts";

const run = promisify(execFile);

/** HQ waits ten seconds for the whole diagnostics. */
const TIMEOUT_MS = 5000;

/** Queries the versions of the executables that runs depend on, in the environment of a run without its secrets. */
export async function probePrograms(
  { config, environment }: Machine,
  { wantsContainers }: { readonly wantsContainers: boolean },
): Promise<ProgramFacts> {
  const surroundings = {
    folder: config.home,
    env: runEnvironment(config, { environment, secrets: new Map(), runId: "" }),
  };
  const program = (
    typeof config.agent === "string" ? AGENT_PRESETS[config.agent]?.argv : config.agent.command
  )?.[0];
  const [agent, dockerFault] = await Promise.all([
    program === undefined ? undefined : probeAgent(program, surroundings),
    wantsContainers ? probeDocker(surroundings) : undefined,
  ]);
  return {
    worker: packageVersion(),
    node: process.versions.node,
    neededNode: neededNode(),
    ...(agent !== undefined && { agent }),
    ...(dockerFault !== undefined && { dockerFault }),
  };
}

interface Surroundings {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

async function probeAgent(program: string, surroundings: Surroundings): Promise<AgentFacts> {
  const path = isAbsolute(program) ? program : findProgram(program, surroundings.env["PATH"] ?? "");
  if (path === undefined) return { program };
  const { output } = await runCommand([path, "--version"], surroundings);
  const version = /\d+\.\d[\w.+-]{0,60}/.exec(output ?? "")?.[0];
  return { program, path, ...(version !== undefined && { version }) };
}

/** @returns why it cannot be used; undefined if it can */
async function probeDocker(surroundings: Surroundings): Promise<string | undefined> {
  const docker = findProgram("docker", surroundings.env["PATH"] ?? "");
  if (docker === undefined) return "docker is not on the search path of runs";
  // Without its server, the client also responds but cannot start anything.
  const { output, fault } = await runCommand(
    [docker, "version", "--format", "{{.Server.Version}}"],
    {
      ...surroundings,
    },
  );
  return output === undefined ? `docker does not respond: ${fault}` : undefined;
}

type ProgramAnswer =
  | { readonly output: string; readonly fault?: undefined }
  | { readonly output?: undefined; readonly fault: string };

/** Returns the standard output of a command, unless it fails or times out. */
async function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  { folder, env }: Surroundings,
): Promise<ProgramAnswer> {
  try {
    const limits = { timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 } as const;
    const answer = run(program, args, { cwd: folder, env, ...limits, killSignal: "SIGKILL" });
    answer.child.stdin?.end();
    return { output: (await answer).stdout };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

/** Returns one plain line, because the output can contain anything. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("killed" in error && error.killed === true) return `no response in ${TIMEOUT_MS / 1000} s`;
  const output = "stderr" in error && typeof error.stderr === "string" ? error.stderr : "";
  const [line = ""] = (output.trim() || error.message).split("\n");
  return line.replaceAll(/[^ -~]/g, "").slice(0, 200);
}
