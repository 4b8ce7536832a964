import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CmsError } from "@loam/cms-core";
import { answer, columns, type JsonOption, type Terminal } from "@loam/cms-core/program";
import type { Command } from "commander";
import { readWorkerConfig, type WorkerConfig } from "../config/worker-config.ts";
import { openWorker, type OpenWorker } from "../hq/open-worker.ts";
import { listArtifacts } from "../runner/artifacts.ts";
import { issuesOf, pushProblem } from "../skills/check-for-push.ts";
import { localPrecedence } from "../variables/local-precedence.ts";
import { readVariables } from "./skill-local-commands.ts";
import { workspaceIdOf } from "./worker-context.ts";

interface RunOptions extends JsonOption {
  readonly workspace?: string;
  readonly project?: string;
  readonly dir?: string;
  readonly variables?: string;
}

/** `agent-cli check`. */
export function defineCheckCommand(command: Command, terminal: Terminal): void {
  command
    .option("--workspace <workspace>", "Also use the secrets of this workspace")
    .option("--variables <file>", 'JSON file with variables of the run ("-": standard input)')
    .action(async (name: string, { workspace, variables: file, ...options }: RunOptions) => {
      const values = await readVariables(terminal, file);
      const { readiness, problem } = await inOpenWorker(terminal, async (worker) => {
        const workspaceId = workspaceIdOf(worker.state, workspace);
        const found = await worker.check({
          skill: { name, version: null },
          workspaceId,
          variables: [...values].map(([key, value]) => ({ key, value, scope: "workflow" })),
          precedence: localPrecedence(worker, workspaceId),
          isLocal: true,
        });
        const { config, state, secrets } = worker;
        const place = { state, skillsFolder: config.skillsFolder, secrets: () => secrets };
        return { readiness: found, problem: await pushProblem(place, name) };
      });
      const issues = problem === undefined ? [] : issuesOf(problem, name);
      const rows = readiness.items.map(({ status, kind, name: of, detail = "" }) => [
        status,
        kind,
        of,
        detail,
      ]);
      const messages = issues.map(({ message }) => message);
      answer(terminal, options, {
        data: { ...readiness, issues },
        lines: [...messages, ...(rows.length > 0 ? columns(rows) : ["No requirements."])],
      });
      if (problem !== undefined) throw new CmsError(problem.code, `${name} cannot be pushed.`);
      if (readiness.ready) return;
      throw new CmsError("requirements_unmet", `Some requirements of ${name} are not met.`);
    });
}

/** `agent-cli run`. */
export function defineRunCommand(command: Command, terminal: Terminal): void {
  command
    .option("--workspace <workspace>", "Also use the secrets of this workspace")
    .option("--project <id>", "Run in the directory of this project")
    .option("--dir <folder>", "Run in this directory")
    .option("--variables <file>", 'JSON file with variables of the run ("-": standard input)')
    .action(
      async (
        skill: string,
        { workspace, project, dir, variables: file, ...options }: RunOptions,
      ) => {
        const variables = await readVariables(terminal, file);
        const folder = dir === undefined ? undefined : resolve(terminal.folder, dir);
        if (folder !== undefined && !existsSync(folder)) {
          throw new CmsError("not_found", `The folder ${folder} does not exist.`);
        }
        const data = await inOpenWorker(terminal, async ({ runner, state, config }) => {
          const { id } = await runner.startRun({
            skill,
            variables,
            workspaceId: workspaceIdOf(state, workspace),
            ...(project !== undefined && { projectId: project }),
            ...(folder !== undefined && { workDir: folder }),
          });
          const removeStopHandler = terminal.onStop(() => void runner.cancelRun(id));
          const notice = setTimeout(() => {
            if (runner.getRun(id)?.state === "queued") terminal.err(`${waitsFor(config)}\n`);
          }, NOTICE_MS);
          // Shows the log. With --json, standard output is a single object, so the log goes to standard error.
          const show = options.json === true ? terminal.err : terminal.out;
          const { signal } = new AbortController();
          for await (const { text } of runner.readLog(id, { from: 0, signal })) show(text);
          removeStopHandler();
          clearTimeout(notice);
          await runner.ended(id);
          const run = runner.getRun(id);
          if (run === undefined) throw new CmsError("not_found", `The run ${id} no longer exists.`);
          return { ...run, artifacts: listArtifacts(run) };
        });
        answer(terminal, options, {
          data,
          lines: data.artifacts.map(({ path }) => `Created ${path}`),
        });
        if (data.state === "succeeded") {
          if (data.reason !== null) terminal.err(`${data.reason}\n`);
          return;
        }
        throw new CmsError(
          data.state === "cancelled" ? "aborted" : "run_failed",
          data.reason ?? `The run is ${data.state}.`,
        );
      },
    );
}

/** Most runs start sooner. */
const NOTICE_MS = 1000;

function waitsFor({ concurrentRuns }: WorkerConfig): string {
  return `The run is queued. Limits: ${concurrentRuns} at the same time, and one per directory.`;
}

async function inOpenWorker<T>(
  terminal: Terminal,
  work: (worker: OpenWorker) => Promise<T>,
): Promise<T> {
  const worker = openWorker(readWorkerConfig(terminal.environment), terminal.environment);
  try {
    return await work(worker);
  } finally {
    await worker.close();
  }
}
