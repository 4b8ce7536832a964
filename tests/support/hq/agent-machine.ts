import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { runAgentCli } from "../../../packages/worker/src/cli/run-agent-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const NODE_ARGS = ["-C", "@loam/source", join(ROOT, "packages/worker/src/bin.ts")];

/** Result of a command. */
interface AgentCliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A machine with `agent-cli`, its own home, and an isolated environment. */
export interface AgentMachine {
  readonly home: string;
  readonly skillsFolder: string;
  /** Runs a command in this process. */
  readonly agentCli: (args: readonly string[], input?: string) => Promise<AgentCliResult>;
  readonly writeSkill: (name: string, files: Readonly<Record<string, string>>) => Promise<void>;
  /** Starts the worker in a separate process, stopped with the test. */
  readonly startWorker: (limits?: ProcessLimits) => ChildProcess;
  /** Starts a command in a separate process, stopped with the test; `line` receives its output. */
  readonly startAgentCli: (args: readonly string[], line: (text: string) => void) => ChildProcess;
}

interface ProcessLimits {
  /** Maximum file size, which simulates a full disk. @default no limit */
  readonly maxFileKiB?: number;
}

export async function agentMachine(
  env: Readonly<Record<string, string>> = {},
): Promise<AgentMachine> {
  const home = await temporaryFolder("machine");
  const environment = {
    HOME: home,
    PATH: process.env["PATH"] ?? "",
    LOAM_WORKER_HOME: join(home, "worker"),
    ...env,
  };
  const skillsFolder = join(home, ".claude/skills");
  // The default port can be in use.
  await mkdir(environment.LOAM_WORKER_HOME);
  await writeFile(join(environment.LOAM_WORKER_HOME, "settings.json"), '{"port":0}');
  return {
    home,
    skillsFolder,
    async agentCli(args, input = "") {
      const written = { out: "", err: "" };
      const code = await runAgentCli(args, {
        environment,
        folder: home,
        input: async () => input,
        out: (text) => void (written.out += text),
        err: (text) => void (written.err += text),
        onStop: () => () => undefined,
      });
      return { code, ...written };
    },
    async writeSkill(name, files) {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(skillsFolder, name, path)), { recursive: true });
        await writeFile(join(skillsFolder, name, path), text);
      }
    },
    startWorker({ maxFileKiB } = {}) {
      const limit = `ulimit -f ${maxFileKiB ?? "unlimited"} && exec "$@"`;
      const args = ["-c", limit, "bash", process.execPath, ...NODE_ARGS, "worker", "start"];
      const child = spawn("bash", args, { env: environment, stdio: "ignore" });
      endWithTest(child);
      return child;
    },
    startAgentCli(args, line) {
      const child = spawn(process.execPath, [...NODE_ARGS, ...args], {
        cwd: home,
        env: environment,
        stdio: ["ignore", "pipe", "ignore"],
      });
      createInterface({ input: child.stdout }).on("line", line);
      endWithTest(child);
      return child;
    },
  };
}

function endWithTest(child: ChildProcess): void {
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
}
