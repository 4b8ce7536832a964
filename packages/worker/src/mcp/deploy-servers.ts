import { CmsError } from "@loam/cms-core";
import { listDeployments, putDeployment, type Deployment } from "../state/deployments.ts";
import type { WorkerState } from "../state/open-state.ts";
import { parseManifest } from "./manifest.ts";
import {
  canonicalJson,
  keepMcpFile,
  type McpFile,
  type McpServer,
  previousMcpFile,
  readMcpFile,
  writeMcpFile,
} from "./mcp-file.ts";

/** What deploying a project does to the file of MCP servers. */
interface ServerPlan {
  /** All of the new file; absent where the file has everything already. */
  readonly document?: Readonly<Record<string, unknown>>;
  readonly written: readonly string[];
  /** For people: whose servers were replaced. */
  readonly warnings: readonly string[];
}

/** A project that is deployed, and its servers. */
interface ProjectServers {
  readonly projectId: string;
  readonly name: string;
  readonly servers: ReadonlyMap<string, McpServer>;
}

/**
 * A project's servers go into the file beside what is there. Where another server of the same name stands, the later one
 * wins (spec/skills.md, "Conflict points"), and it is said whose it was.
 */
function planServers(
  file: Exclude<McpFile, { readonly kind: "broken" }>,
  project: ProjectServers,
  /** In the order in which they were deployed. */
  others: readonly ProjectServers[],
): ServerPlan {
  const [document, there] =
    file.kind === "absent" ? [{}, new Map<string, McpServer>()] : [file.document, file.servers];
  const changed = [...project.servers].filter(([name, server]) => !isSame(there.get(name), server));
  const warnings = changed
    .filter(([name]) => there.has(name))
    .map(([name]) => warningOf(name, { project, before: there.get(name), others }));
  if (changed.length === 0) return { written: [], warnings };
  const servers = Object.fromEntries([...there, ...changed]);
  return {
    document: { ...document, mcpServers: { ...asObject(document), ...servers } },
    written: changed.map(([name]) => name),
    warnings,
  };
}

/**
 * Writes the servers of a project into the agent's file, and keeps that the project is deployed. Done twice it changes
 * nothing the second time; cut off in between, it is done again.
 *
 * @returns warnings, for people
 * @throws CmsError `conflict` when the file is broken, which is left as it is; `invalid` for a manifest; `storage_failed`
 */
export function deployServers(
  { state, path }: { readonly state: WorkerState; readonly path: string },
  deployment: Deployment,
): readonly string[] {
  const project = serversOf(deployment);
  return state.write(() => {
    const file = readMcpFile(path);
    if (file.kind === "broken") {
      const { cause } = file;
      throw new CmsError(
        cause === undefined ? "conflict" : "storage_failed",
        `${path} is left as it is, for ${file.reason}: the MCP servers of ${project.name} are not deployed. Mend the file, then deploy again.`,
        { cause },
      );
    }
    const others = listDeployments(state)
      .filter(({ projectId }) => projectId !== project.projectId)
      .map(serversOf);
    const { document, warnings } = planServers(file, project, others);
    const keep = warnings.length > 0;
    if (document !== undefined) writeMcpFile(path, document, { keep });
    else if (project.servers.size > 0) keepMcpFile(path);
    putDeployment(state, deployment);
    return keep ? [...warnings, `The file as it was before is ${previousMcpFile(path)}.`] : [];
  });
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
  const whose = owner === undefined ? "the one that was there" : `that of ${owner.name}`;
  return `The MCP server ${name} of ${project.name} has replaced ${whose}: all projects of this worker use it from now on. Give it a name of the project's own, or the projects a worker each.`;
}

function isSame(left: McpServer | undefined, right: McpServer | undefined): boolean {
  return left !== undefined && right !== undefined && canonicalJson(left) === canonicalJson(right);
}

/** What stands under `mcpServers`, with what is no server. */
function asObject({ mcpServers }: Readonly<Record<string, unknown>>): object {
  return typeof mcpServers === "object" && mcpServers !== null ? mcpServers : {};
}
