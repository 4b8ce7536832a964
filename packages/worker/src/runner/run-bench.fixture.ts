import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { readWorkerConfig, type WorkerConfig } from "../config/worker-config.ts";
import { type Confinement, UNCONFINED } from "../isolation/isolation.ts";
import type { Readiness } from "../preflight/check-requirements.ts";
import { openSecrets, type Secrets } from "../secrets/secrets.ts";
import { openState, type WorkerState } from "../state/open-state.ts";
import { LocalRunner } from "./local-runner.ts";
import type { RunServices } from "./perform-run.ts";
import type { RunRequest } from "./runner.ts";

export const READY: Readiness = { ready: true, items: [] };
export const REQUEST = {
  skill: "job",
  variables: new Map<string, string>(),
  workspaceId: "",
} as const;

/** A worker's runner with a separate home, and a skill `job`. */
export interface Bench {
  readonly runner: LocalRunner;
  readonly state: WorkerState;
  readonly secrets: Secrets;
  readonly config: WorkerConfig;
  readonly open: (prepare?: RunServices["prepare"]) => LocalRunner;
  readonly skill: (script: string) => void;
}

export async function openBench(
  settings: object = { agent: "shell" },
  {
    check = () => READY,
    confinement = UNCONFINED,
  }: { readonly check?: () => Readiness; readonly confinement?: Confinement } = {},
): Promise<Bench> {
  const folder = await temporaryFolder("runner");
  const home = join(folder, "worker");
  const state = openState(home);
  writeFileSync(join(home, "settings.json"), JSON.stringify(settings));
  const config = readWorkerConfig({ HOME: folder, LOAM_WORKER_HOME: home });
  const secrets = openSecrets(config, state);
  const environment = { PATH: process.env["PATH"], HOME: folder, UNKNOWN: "x" };
  const open: Bench["open"] = (prepare = async () => undefined) =>
    new LocalRunner({
      config,
      state,
      secrets,
      environment,
      prepare,
      check: async () => check(),
      isolation: async () => ({ confinement, isChosen: true, unavailable: [] }),
      waitForHq: async (_failures, _error, signal) => wait(5, undefined, { signal }),
    });
  const runner = open();
  onTestFinished(async () => {
    await runner.close();
    state.close();
  });
  return {
    runner,
    state,
    secrets,
    config,
    open,
    skill: (script) => {
      mkdirSync(join(config.skillsFolder, "job"), { recursive: true });
      const matter = "---\nname: job\ndisplay_name: Job\ndescription: Does it.\n---\n";
      const body = `Do this:\n\n\`\`\`sh\n${script}\n\`\`\`\n`;
      writeFileSync(join(config.skillsFolder, "job/SKILL.md"), matter + body);
    },
  };
}

export async function runToEnd({ runner }: Bench, request: Partial<RunRequest> = {}) {
  const { id } = await runner.startRun({ ...REQUEST, ...request });
  const row = await runner.ended(id);
  return { id, row, log: await readAll(runner, id) };
}

export async function readAll(runner: LocalRunner, id: string): Promise<string> {
  let text = "";
  const { signal } = new AbortController();
  for await (const part of runner.readLog(id, { from: 0, signal })) text += part.text;
  return text;
}
