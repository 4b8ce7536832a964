import type { Environment, WorkerConfig } from "../config/worker-config.ts";

/** What programs need to work at all, and what says whose they are and in which language they speak. */
const BASE = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TMPDIR",
  "LANG",
  "LANGUAGE",
  "TZ",
  "XDG_RUNTIME_DIR",
];

/**
 * The environment of a run: the base, what the operator passes on, the secrets, and the run's id; nothing else of what
 * the worker was started with. It is made anew for each run, and the worker's own is never changed: two runs of
 * different workspaces may be under way at once.
 */
export function runEnvironment(
  config: Pick<WorkerConfig, "runPath" | "passEnvironment">,
  {
    environment,
    secrets,
    runId,
  }: {
    readonly environment: Environment;
    readonly secrets: ReadonlyMap<string, string>;
    readonly runId: string;
  },
): Readonly<Record<string, string>> {
  const passed = new Set([...BASE, ...config.passEnvironment]);
  const made = new Map<string, string>();
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && (passed.has(name) || name.startsWith("LC_"))) made.set(name, value);
  }
  if (config.runPath !== undefined) made.set("PATH", config.runPath);
  for (const [name, value] of secrets) made.set(name, value);
  made.set("LOAM_RUN", runId);
  return Object.fromEntries(made);
}
