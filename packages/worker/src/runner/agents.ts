import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import { expandTemplate } from "@loam/cms-core/template";
import { AGENT_PRESETS, AGENTS, type AgentPreset } from "../config/agent-presets.ts";
import type { WorkerConfig } from "../config/worker-config.ts";
import { readMcpFile } from "../mcp/mcp-file.ts";

/** The command of a run. */
export interface AgentCommand {
  readonly argv: readonly [string, ...string[]];
  readonly input: string;
  /** Environment variables that the agent itself needs. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Names of files in the run's folder that it reads. */
  readonly files?: readonly string[];
}

/** A job for an agent. */
export interface AgentJob {
  /** The skill's body, before variables are expanded. */
  readonly body: string;
  readonly variables: ReadonlyMap<string, string>;
  /** A folder for this run only. */
  readonly folder: string;
  /** Whether it runs in the box. */
  readonly isBoxed: boolean;
}

/**
 * Returns the command with which an agent runs a skill; the expanded body is its standard input. `shell` is built in:
 * it runs the `sh` blocks of the skill.
 *
 * @throws CmsError `invalid_config` for an unknown agent; `invalid_skill` for a skill without `sh` blocks
 */
export async function agentCommand(
  { agent, mcpFile }: Pick<WorkerConfig, "agent" | "mcpFile">,
  job: AgentJob,
): Promise<AgentCommand> {
  if (agent === "shell") return shellCommand(job);
  const input = expandTemplate(job.body, job.variables);
  if (typeof agent !== "string") return { argv: agent.command, input };
  const preset = Object.hasOwn(AGENT_PRESETS, agent) ? AGENT_PRESETS[agent] : undefined;
  if (preset === undefined) {
    throw new CmsError(
      "invalid_config",
      `Unknown agent ${JSON.stringify(agent)}. Use ${AGENTS.join(", ")}, or your own command.`,
    );
  }
  const { environment = {} } = preset;
  return { argv: presetArguments(preset, { mcpFile, isBoxed: job.isBoxed }), input, environment };
}

function presetArguments(
  { argv, mcpArguments, boxedArguments = [] }: AgentPreset,
  { mcpFile, isBoxed }: { readonly mcpFile: string; readonly isBoxed: boolean },
): readonly [string, ...string[]] {
  const file = readMcpFile(mcpFile);
  const hasServers = file.kind === "read" && file.servers.size > 0;
  return [
    ...argv,
    ...(hasServers && mcpArguments !== undefined ? mcpArguments(mcpFile) : []),
    ...(isBoxed ? boxedArguments : []),
  ];
}

/** The script is a file, because its commands would otherwise read it from standard input. */
async function shellCommand({ body, variables, folder }: AgentJob): Promise<AgentCommand> {
  const name = "script.sh";
  const script = join(folder, name);
  await writeFile(script, shellScript(body, variables), { mode: 0o600 });
  return { argv: ["/bin/sh", "-e", script], input: "", files: [name] };
}

/**
 * Combines the `sh` blocks of a skill to one script. Values stay data: a reference becomes that of a shell variable,
 * which the shell doesn't parse as code, whatever quotes surround it.
 *
 * @throws CmsError `invalid_skill`
 */
function shellScript(body: string, variables: ReadonlyMap<string, string>): string {
  const blocks = fencedBlocks(body, "sh");
  if (blocks.length === 0) {
    throw new CmsError(
      "invalid_skill",
      "The agent shell runs sh blocks, but this skill has no sh blocks.",
    );
  }
  const names = [...variables.keys()];
  const assignments = [...variables].map(([name, value]) => `${shellName(name)}=${quote(value)}\n`);
  const references = new Map(names.map((name) => [name, `\${${shellName(name)}}`]));
  return assignments.join("") + expandTemplate(blocks.join("\n"), references);
}

/** The name of a variable can start with a digit; that of a shell variable cannot. */
function shellName(name: string): string {
  return `loam_${name}`;
}

function quote(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

function fencedBlocks(markdown: string, language: string): readonly string[] {
  const blocks: string[] = [];
  let open: { readonly fence: string; readonly lines: string[] | undefined } | undefined;
  for (const line of markdown.split("\n")) {
    const [, fence = "", info = ""] = /^ {0,3}(`{3,}|~{3,})\s*(.*?)\s*$/.exec(line) ?? [];
    if (open === undefined) {
      if (fence !== "") open = { fence, lines: info.split(/\s/)[0] === language ? [] : undefined };
    } else if (fence.startsWith(open.fence) && info === "") {
      if (open.lines !== undefined) blocks.push(`${open.lines.join("\n")}\n`);
      open = undefined;
    } else {
      open.lines?.push(line);
    }
  }
  return blocks;
}
