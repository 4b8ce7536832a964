import {
  answer,
  columns,
  type JsonOption,
  readHidden,
  type Terminal,
  withJson,
} from "@loam/cms-core/program";
import type { Command } from "commander";
import {
  deleteSecret,
  listSecrets,
  noSecret,
  openSecrets,
  putSecret,
  type Secrets,
} from "../secrets/secrets.ts";
import {
  deleteVariable,
  listVariables,
  noVariable,
  putVariable,
} from "../variables/worker-variables.ts";
import { inWorker, workspaceIdOf } from "./worker-context.ts";

interface WorkspaceOption extends JsonOption {
  readonly workspace?: string;
}

/** Adds `agent-cli variable …`. */
export function addVariableCommands(variables: Command, terminal: Terminal): void {
  withJson(variables.command("set"))
    .description("Set a variable (value from standard input or a prompt)")
    .argument("<key>")
    .action(async (key: string, options: JsonOption) => {
      const value = await readValue(terminal, key);
      const data = await inWorker(terminal, ({ state }) =>
        putVariable(state, { key, value, at: new Date() }),
      );
      answer(terminal, options, { data, lines: [`Set ${key}.`] });
    });
  withJson(variables.command("list"))
    .description("List this worker's variables")
    .action(async (options: JsonOption) => {
      const list = await inWorker(terminal, ({ state }) => listVariables(state));
      answer(terminal, options, {
        data: { variables: list, totalCount: list.length },
        lines: columns(list.map(({ key, value }) => [key, value])),
        none: "No variables on this worker. Run: agent-cli variable set <key>",
      });
    });
  withJson(variables.command("rm"))
    .description("Delete a variable")
    .argument("<key>")
    .action(async (key: string, options: JsonOption) => {
      await inWorker(terminal, ({ state }) => {
        if (!deleteVariable(state, key)) throw noVariable(key);
      });
      answer(terminal, options, { data: { key, removed: true }, lines: [`Deleted ${key}.`] });
    });
}

/** Typed input is visible; piped input loses the line break that `echo` adds. */
async function readValue({ ask, input }: Terminal, key: string): Promise<string> {
  return (await ask?.(`${key}:`)) ?? (await input()).replace(/\r?\n$/, "");
}

/** Adds `agent-cli secret …`. */
export function addSecretCommands(secrets: Command, terminal: Terminal): void {
  withJson(secrets.command("set"))
    .description("Set a secret (value from standard input or a prompt)")
    .argument("<key>")
    .option("--workspace <workspace>", "Only for runs of this workspace")
    .action(async (key: string, { workspace, ...options }: WorkspaceOption) => {
      const value = await readHidden(terminal, `${key}:`);
      const data = await inWorker(terminal, ({ config, state }) => {
        const workspaceId = workspaceIdOf(state, workspace);
        return putSecret(openSecrets(config, state), { key, workspaceId, value, at: new Date() });
      });
      if (!data.masked) terminal.err("The value is too short to be masked in logs.\n");
      answer(terminal, options, { data, lines: [`Set ${key}.`] });
    });
  withJson(secrets.command("list"))
    .description("List the names of secrets")
    .option("--workspace <workspace>", "Only list secrets of this workspace")
    .action(async ({ workspace, ...options }: WorkspaceOption) => {
      const list = await inWorker(terminal, ({ config, state }) => {
        const store = openSecrets(config, state);
        return listSecrets(store, workspace && resolveWorkspace(store, workspace));
      });
      answer(terminal, options, {
        data: { secrets: list, totalCount: list.length },
        lines: columns(list.map((one) => [one.key, one.workspaceId, one.updatedAt])),
        none: "No secrets on this worker. Run: agent-cli secret set <key>",
      });
    });
  withJson(secrets.command("rm"))
    .description("Delete a secret")
    .argument("<key>")
    .option("--workspace <workspace>", "Delete the secret of this workspace")
    .action(async (key: string, { workspace, ...options }: WorkspaceOption) => {
      await inWorker(terminal, ({ config, state }) => {
        const store = openSecrets(config, state);
        const workspaceId = resolveWorkspace(store, workspace);
        const isGone = deleteSecret(store, { key, workspaceId });
        if (!isGone) throw noSecret(key, workspaceId);
      });
      answer(terminal, options, { data: { key, removed: true }, lines: [`Deleted ${key}.`] });
    });
}

/** Works also for a workspace that is no longer known here. */
function resolveWorkspace(secrets: Secrets, workspace: string | undefined): string {
  const stored = listSecrets(secrets).find(({ workspaceId }) => workspaceId === workspace);
  return stored?.workspaceId ?? workspaceIdOf(secrets.state, workspace);
}
