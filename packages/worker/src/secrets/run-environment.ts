import type { Environment, WorkerConfig } from "../config/worker-config.ts";

/** Variables that most processes need, including those of the user and the locale. */
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
 * Returns the environment of a run: the base, the operator's additions, the secrets, and the run's id, but nothing else
 * from the worker's own environment, which is never modified. Built for each run, because runs of different workspaces
 * can be in progress at the same time.
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
  const result = new Map<string, string>();
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && (passed.has(name) || name.startsWith("LC_")))
      result.set(name, value);
  }
  if (config.runPath !== undefined) result.set("PATH", config.runPath);
  for (const [name, value] of secrets) result.set(name, value);
  result.set("LOAM_RUN", runId);
  return Object.fromEntries(result);
}
