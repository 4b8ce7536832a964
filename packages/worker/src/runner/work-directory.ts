import { existsSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve, sep } from "node:path";
import { CmsError } from "@loam/cms-core";
import type { WorkerConfig } from "../config/worker-config.ts";
import { parseManifest } from "../mcp/manifest.ts";
import { listDeployments } from "../state/deployments.ts";
import type { WorkerState } from "../state/open-state.ts";
import type { RunOrder } from "./run-order.ts";

/** Configured and deployed directories. */
export interface Directories {
  readonly config: Pick<WorkerConfig, "home" | "projectsFolder" | "skillsFolder">;
  readonly state: WorkerState;
}

/**
 * Returns the resolved directory of a run: the requested one, otherwise that of the project's manifest, otherwise a
 * separate one for the project or the run. Creates it if it doesn't exist.
 *
 * @throws CmsError `invalid` if it is outside the projects' folder, or inside the worker's files
 */
export function openWorkDirectory({ config, state }: Directories, order: RunOrder): string {
  const path = resolveDirectory(config, order.workDir ?? manifestDirectory(state, order), order);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (!statSync(path).isDirectory()) throw new Error("It is not a directory.");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CmsError("invalid", `The run cannot work in ${path}: ${reason}`, { cause });
  }
  const real = realpathSync(path);
  const { home, projectsFolder, skillsFolder } = config;
  const isInWorkerHome = isWithin(real, realOf(home)) && !isWithin(real, realOf(projectsFolder));
  if (isInWorkerHome || isWithin(real, realOf(skillsFolder))) {
    throw new CmsError(
      "invalid",
      `A run cannot work in ${real}, which contains the worker's own files.`,
    );
  }
  return real;
}

function resolveDirectory(
  { projectsFolder }: Directories["config"],
  wanted: string | undefined,
  { id, projectId }: RunOrder,
): string {
  if (wanted === undefined) return join(projectsFolder, projectId ?? join("runs", id));
  if (isAbsolute(wanted)) return wanted;
  if (wanted.startsWith("~/")) return join(homedir(), wanted.slice(2));
  const path = resolve(projectsFolder, wanted);
  if (isWithin(path, projectsFolder)) return path;
  throw new CmsError("invalid", `The directory ${wanted} is outside ${projectsFolder}.`);
}

function manifestDirectory(state: WorkerState, { projectId }: RunOrder): string | undefined {
  const deployment = listDeployments(state).find((known) => known.projectId === projectId);
  return deployment === undefined
    ? undefined
    : parseManifest(JSON.parse(deployment.manifest)).workDir;
}

/** A folder can be reached through a link: `/home` is one on some machines. */
function realOf(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
