import { CmsError } from "@loam/cms-core";
import { canonicalJson } from "@loam/cms-core/advice";
import {
  deleteDeployment,
  listDeployments,
  putDeployment,
  type Deployment,
} from "../state/deployments.ts";
import type { WorkerState } from "../state/open-state.ts";
import { parseManifest } from "./manifest.ts";
import {
  syncMcpFile,
  type McpFile,
  type McpServer,
  previousMcpFile,
  readMcpFile,
  writeMcpFile,
} from "./mcp-file.ts";

/** Effect of deploying a project on the file of MCP servers. */
interface ServerPlan {
  /** The new content of the file; absent if nothing changes. */
  readonly document?: Readonly<Record<string, unknown>>;
  /** Messages about replaced servers of others. */
  readonly warnings: readonly string[];
}

/** A deployed project and its servers. */
interface ProjectServers {
  readonly projectId: string;
  readonly name: string;
  readonly servers: ReadonlyMap<string, McpServer>;
}

/** Change of a project's servers; `after` is empty when the project is removed. */
interface ServerChange {
  readonly project: ProjectServers;
  /** Servers of the previous deployment. */
  readonly before: ReadonlyMap<string, McpServer>;
  /** In the order of their deployment. */
  readonly others: readonly ProjectServers[];
}

/**
 * Adds a project's servers to the existing ones. If another server has the same name, the later one wins
 * (spec/skills.md, "Conflict points"), with a warning that names the owner. A server that the project no longer has is
 * removed, unless someone has edited it, and its name returns to the project that had it before.
 */
function planServers(
  file: Exclude<McpFile, { readonly kind: "broken" }>,
  { project, before, others }: ServerChange,
): ServerPlan {
  const [document, there] =
    file.kind === "absent" ? [{}, new Map<string, McpServer>()] : [file.document, file.servers];
  const changed = [...project.servers].filter(([name, server]) => !isSame(there.get(name), server));
  const warnings = changed
    .filter(([name]) => there.has(name))
    .map(([name]) => warningOf(name, { project, before: there.get(name), others }));
  const removed = [...before]
    .filter(([name, server]) => !project.servers.has(name) && isSame(there.get(name), server))
    .map(([name]) => [
      name,
      others.findLast(({ servers }) => servers.has(name))?.servers.get(name),
    ]);
  if (changed.length + removed.length === 0) return { warnings };
  // JSON omits undefined values.
  const servers = Object.fromEntries([...changed, ...removed]);
  return { document: { ...document, mcpServers: { ...asObject(document), ...servers } }, warnings };
}

interface ServersPlace {
  readonly state: WorkerState;
  /** Path of the agent's file. */
  readonly path: string;
}

/**
 * Writes the servers of a project to the agent's file and records the deployment. Idempotent; after an interruption it
 * is repeated.
 *
 * @returns warnings for people
 * @throws CmsError `conflict` if the file is broken, which is left unchanged; `invalid` for a manifest;
 * `storage_failed`
 */
export function deployServers(
  { state, path }: ServersPlace,
  deployment: Deployment,
): readonly string[] {
  const project = serversOf(deployment);
  return state.write(() => {
    const file = readMcpFile(path);
    if (file.kind === "broken") {
      const { cause } = file;
      throw new CmsError(
        cause === undefined ? "conflict" : "storage_failed",
        `${path} was not changed because ${file.reason}. The MCP servers of ${project.name} were not deployed. Fix the file, then deploy again.`,
        { cause },
      );
    }
    const { document, warnings } = planServers(file, changeOf(state, project));
    const keep = warnings.length > 0;
    if (document !== undefined) writeMcpFile(path, document, { keep });
    else if (project.servers.size > 0) syncMcpFile(path);
    putDeployment(state, deployment);
    return keep ? [...warnings, `The previous file is ${previousMcpFile(path)}.`] : [];
  });
}

/**
 * Removes the servers of a project from the agent's file, and its deployment record.
 *
 * @returns warnings for people
 * @throws CmsError `storage_failed`
 */
export function undeployServers(
  { state, path }: ServersPlace,
  { projectId, name }: Deployment,
): readonly string[] {
  return state.write(() => {
    const change = changeOf(state, { projectId, name, servers: new Map() });
    const file = readMcpFile(path);
    if (file.kind === "broken" && file.cause !== undefined) {
      throw new CmsError("storage_failed", `${path}: ${file.reason}.`, { cause: file.cause });
    }
    deleteDeployment(state, projectId);
    if (file.kind === "broken") {
      const names = [...change.before.keys()].join(", ");
      return names === ""
        ? []
        : [`${path} was not changed because ${file.reason}. Servers of ${name} in it: ${names}.`];
    }
    const { document } = planServers(file, change);
    if (document !== undefined) writeMcpFile(path, document, { keep: false });
    return [];
  });
}

function changeOf(state: WorkerState, project: ProjectServers): ServerChange {
  const all = listDeployments(state).map(serversOf);
  const others = all.filter(({ projectId }) => projectId !== project.projectId);
  const known = all.find(({ projectId }) => projectId === project.projectId);
  return { project, before: known?.servers ?? new Map(), others };
}

function serversOf({ projectId, name, manifest }: Deployment): ProjectServers {
  const { mcpServers } = parseManifest(JSON.parse(manifest));
  return { projectId, name, servers: new Map(Object.entries(mcpServers)) };
}

function warningOf(
  name: string,
  {
    project,
    before,
    others,
  }: {
    readonly project: ProjectServers;
    readonly before: McpServer | undefined;
    readonly others: readonly ProjectServers[];
  },
): string {
  const owner = others.findLast(({ servers }) => isSame(servers.get(name), before));
  const ownerText = owner === undefined ? "an existing one" : `the one of ${owner.name}`;
  return `The MCP server ${name} of ${project.name} replaced ${ownerText}. All projects on this worker now use it. Give it a name specific to the project, or assign the projects to separate workers.`;
}

function isSame(left: McpServer | undefined, right: McpServer | undefined): boolean {
  return left !== undefined && right !== undefined && canonicalJson(left) === canonicalJson(right);
}

/** Returns everything under `mcpServers`, including values that aren't servers. */
function asObject({ mcpServers }: Readonly<Record<string, unknown>>): object {
  return typeof mcpServers === "object" && mcpServers !== null ? mcpServers : {};
}
