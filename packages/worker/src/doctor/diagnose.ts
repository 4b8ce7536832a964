import {
  accessSync,
  constants,
  readdirSync,
  readFileSync,
  realpathSync,
  statfsSync,
} from "node:fs";
import { availableParallelism, loadavg, totalmem } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { ProjectManifest } from "@loam/cms-core/advice";
import { isReservedSecretName } from "@loam/cms-core/template";
import { type Environment, homeOf, type WorkerConfig } from "../config/worker-config.ts";
import { parseManifest } from "../mcp/manifest.ts";
import { readMcpFile } from "../mcp/mcp-file.ts";
import { countMemoryByProject, queryMemory } from "../memory/query-memory.ts";
import { type Machine, unsetReferences } from "../preflight/check-requirements.ts";
import { findProgram } from "../preflight/find-program.ts";
import { runEnvironment } from "../secrets/run-environment.ts";
import { listSecrets, type Secrets, sessionSecrets } from "../secrets/secrets.ts";
import { listDeployments } from "../state/deployments.ts";
import { listLinks } from "../state/links.ts";
import type { WorkerState } from "../state/open-state.ts";
import type {
  DirectoryFacts,
  DoctorFacts,
  McpFacts,
  MemoryFacts,
  ProjectFacts,
  ResourceFacts,
  SecretFacts,
} from "./facts.ts";
import type { Finding } from "./finding.ts";
import { judgeFacts } from "./judge-facts.ts";
import { judgeFor } from "./judge-for.ts";
import { judgeIsolation } from "./judge-isolation.ts";
import { listListeners } from "./listeners.ts";
import { probeHqs } from "./probe-hqs.ts";
import { probePrograms } from "./probe-programs.ts";

/** Worst first. */
const SEVERITIES = ["error", "warn", "info"] as const;

interface DiagnoseOptions {
  /** @default the system clock */
  readonly now?: () => Date;
  /** Workspace whose HQ asks. @default this machine itself, which sees everything */
  readonly workspaceId?: string;
}

/** Checks this machine for conflicts between projects and for problems of the worker. Changes nothing. */
export async function diagnose(
  machine: Machine,
  { now = () => new Date(), workspaceId }: DiagnoseOptions = {},
): Promise<readonly Finding[]> {
  const [facts, isolation] = await Promise.all([
    gatherFacts(machine, now),
    judgeIsolation(machine.config, machine.environment),
  ]);
  const judged = workspaceId === undefined ? judgeFacts(facts) : judgeFor(facts, workspaceId);
  const findings = [...judged, ...isolation];
  return SEVERITIES.flatMap((one) => findings.filter(({ severity }) => severity === one));
}

async function gatherFacts(machine: Machine, now: () => Date): Promise<DoctorFacts> {
  const { config, secrets, environment } = machine;
  const { state } = secrets;
  const home = homeOf(environment);
  const projects = projectsOf(state, { config, home });
  const wantsContainers = projects.some(({ manifest }) => (manifest.containers ?? 0) > 0);
  const hqUrls = listLinks(state).map(({ hqUrl }) => hqUrl);
  const [hqs, programs] = await Promise.all([
    probeHqs(hqUrls, now),
    probePrograms(machine, { wantsContainers }),
  ]);
  return {
    hqs,
    programs,
    projects,
    mcp: mcpFacts(config, { secrets, environment }),
    memory: memoryFacts(state, projects, now()),
    secrets: secretFacts(secrets),
    listeners: projects.some(({ manifest }) => manifest.services.length > 0) ? listListeners() : [],
    resources: resourceFacts(config, { home, projects }),
  };
}

function projectsOf(
  state: WorkerState,
  { config, home }: { readonly config: WorkerConfig; readonly home: string },
): readonly ProjectFacts[] {
  const workspaces = new Map(listLinks(state).map((link) => [link.workerId, link.workspaceId]));
  return listDeployments(state).map(({ projectId, name, workerId = "", manifest: text }) => {
    const manifest = parseManifest(JSON.parse(text));
    const path = resolveWorkDirectory(manifest, {
      home,
      standard: join(config.projectsFolder, projectId),
    });
    return {
      id: projectId,
      name,
      manifest,
      workspaceId: workspaces.get(workerId) ?? "",
      directory: directoryFacts(path),
      ownSkills: namesIn(join(path, basename(config.agentHome), "skills")),
    };
  });
}

function resolveWorkDirectory(
  { workDir }: ProjectManifest,
  { home, standard }: { readonly home: string; readonly standard: string },
): string {
  if (workDir === undefined) return standard;
  if (workDir.startsWith("~/")) return join(home, workDir.slice(2));
  return isAbsolute(workDir) ? workDir : resolve(dirname(standard), workDir);
}

function directoryFacts(path: string): DirectoryFacts {
  const real = orUndefined(() => realpathSync(path));
  if (real === undefined) return { path, isWritable: false };
  const repository = repositoryOf(real);
  const isWritable = orUndefined(() => accessSync(real, constants.W_OK) ?? true) ?? false;
  return { path, real, isWritable, ...(repository !== undefined && { repository }) };
}

/** In a linked worktree, `.git` is a file that points into the main repository's folder. */
function repositoryOf(folder: string): string | undefined {
  const git = join(folder, ".git");
  const link = orUndefined(() => readFileSync(git, "utf8"));
  const place = link === undefined ? git : resolve(folder, link.replace(/^gitdir: */, "").trim());
  const real = orUndefined(() => realpathSync(place));
  if (real === undefined)
    return dirname(folder) === folder ? undefined : repositoryOf(dirname(folder));
  return real.replace(/\/worktrees\/[^/]+$/, "");
}

function mcpFacts(
  config: WorkerConfig,
  { secrets, environment }: { readonly secrets: Secrets; readonly environment: Environment },
): McpFacts {
  const file = readMcpFile(config.mcpFile);
  const servers = file.kind === "read" ? [...file.servers] : [];
  const base = runEnvironment(config, { environment, secrets: new Map(), runId: "" });
  const keys = new Set(listSecrets(secrets).map(({ key }) => key));
  const unset = servers
    .map(([name, server]) => {
      const names = unsetReferences(server, (key) => keys.has(key) || Object.hasOwn(base, key));
      return [name, names] as const;
    })
    .filter(([, names]) => names.length > 0);
  const absent = servers.flatMap(([name, { command }]): [string, string][] => {
    // The agent itself resolves paths and references.
    if (typeof command !== "string" || !/^\w[\w.+@-]*$/.test(command)) return [];
    return findProgram(command, base["PATH"] ?? "") === undefined ? [[name, command]] : [];
  });
  return {
    path: config.mcpFile,
    file,
    unset: new Map(unset),
    absentPrograms: new Map(absent),
    // The preset passes the file to the agent; a custom command might not.
    promptsUser:
      typeof config.agent !== "string" &&
      basename(config.agent.command[0]) === "claude" &&
      !config.agent.command.includes("--mcp-config") &&
      basename(config.mcpFile) === ".mcp.json",
  };
}

const EXAMPLES = 3;
/** A shorter name would occur in half of all entries. */
const MIN_NAME = 3;

function memoryFacts(
  state: WorkerState,
  projects: readonly ProjectFacts[],
  now: Date,
): MemoryFacts {
  const bleeding = projects
    .filter(({ name }) => name.length >= MIN_NAME)
    .map(({ id, name }) => {
      const page = { limit: EXAMPLES, offset: 0, now };
      const { contents, totalCount } = queryMemory(state, { search: name, ...page });
      return [id, { count: totalCount, ids: contents.map((entry) => entry.id) }] as const;
    });
  const known = new Set(projects.map(({ id }) => id));
  const orphans = [...countMemoryByProject(state)].filter(([id]) => !known.has(id));
  return { bleeding: new Map(bleeding), orphans: new Map(orphans) };
}

function secretFacts(secrets: Secrets): SecretFacts {
  const keys = listSecrets(secrets);
  const common = sessionSecrets(secrets, "");
  const hiding = keys.filter(
    ({ key, workspaceId }) =>
      workspaceId !== "" &&
      common.has(key) &&
      common.get(key) !== sessionSecrets(secrets, workspaceId).get(key),
  );
  return { keys, hiding, reserved: keys.map(({ key }) => key).filter(isReservedSecretName) };
}

function resourceFacts(
  config: WorkerConfig,
  { home, projects }: { readonly home: string; readonly projects: readonly ProjectFacts[] },
): ResourceFacts {
  const folders = [config.home, ...projects.flatMap(({ directory }) => directory.real ?? [])];
  const reserved = [home, "/", config.home, config.skillsFolder, config.agentHome];
  return {
    cores: availableParallelism(),
    load: loadavg()[1] ?? 0,
    memoryBytes: totalmem(),
    availableBytes: process.availableMemory(),
    disks: new Map(folders.map((folder) => [folder, usedShare(folder)])),
    reservedFolders: reserved.flatMap((folder) => orUndefined(() => realpathSync(folder)) ?? []),
  };
}

function usedShare(folder: string): number {
  const disk = orUndefined(() => statfsSync(folder));
  return disk === undefined || disk.blocks === 0 ? 0 : 1 - disk.bavail / disk.blocks;
}

function namesIn(folder: string): readonly string[] {
  return orUndefined(() => readdirSync(folder)) ?? [];
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
