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

/** `agent-cli variable …` and `agent-cli secret …` */
export function addValueCommands(program: Command, terminal: Terminal): void {
  addVariables(program, terminal);
  addSecrets(program, terminal);
}

function addVariables(program: Command, terminal: Terminal): void {
  const variables = program.command("variable").description("the variables of this worker");
  withJson(variables.command("set"))
    .description("set a variable; its value comes from standard input, or is asked for")
    .argument("<key>")
    .action(async (key: string, options: JsonOption) => {
      const value = await readValue(terminal, key);
      const data = await inWorker(terminal, ({ state }) =>
        putVariable(state, { key, value, at: new Date() }),
      );
      answer(terminal, options, { data, lines: [`Set ${key}.`] });
    });
  withJson(variables.command("list"))
    .description("list the variables of this worker")
    .action(async (options: JsonOption) => {
      const list = await inWorker(terminal, ({ state }) => listVariables(state));
      answer(terminal, options, {
        data: { variables: list, totalCount: list.length },
        lines: columns(list.map(({ key, value }) => [key, value])),
        none: "This worker has no variables. agent-cli variable set <key> makes one.",
      });
    });
  withJson(variables.command("rm"))
    .description("delete a variable")
    .argument("<key>")
    .action(async (key: string, options: JsonOption) => {
      await inWorker(terminal, ({ state }) => {
        if (!deleteVariable(state, key)) throw noVariable(key);
      });
      answer(terminal, options, { data: { key, removed: true }, lines: [`Deleted ${key}.`] });
    });
}

/** What is typed is seen; what is piped loses the one line break that `echo` adds. */
async function readValue({ ask, input }: Terminal, key: string): Promise<string> {
  return (await ask?.(`${key}:`)) ?? (await input()).replace(/\r?\n$/, "");
}

function addSecrets(program: Command, terminal: Terminal): void {
  const secrets = program
    .command("secret")
    .description("the secrets of this worker; values are never shown");
  withJson(secrets.command("set"))
    .description("set a secret; its value comes from standard input, or is asked for")
    .argument("<key>")
    .option("--workspace <workspace>", "for runs of this workspace alone")
    .action(async (key: string, { workspace, ...options }: WorkspaceOption) => {
      const value = await readHidden(terminal, `${key}:`);
      const data = await inWorker(terminal, ({ config, state }) => {
        const workspaceId = workspaceIdOf(state, workspace);
        return putSecret(openSecrets(config, state), { key, workspaceId, value, at: new Date() });
      });
      if (!data.masked) terminal.err("It is too short to be masked in logs.\n");
      answer(terminal, options, { data, lines: [`Set ${key}.`] });
    });
  withJson(secrets.command("list"))
    .description("list the names of secrets")
    .option("--workspace <workspace>", "of this workspace alone")
    .action(async ({ workspace, ...options }: WorkspaceOption) => {
      const list = await inWorker(terminal, ({ config, state }) => {
        const store = openSecrets(config, state);
        return listSecrets(store, workspace && placeOf(store, workspace));
      });
      answer(terminal, options, {
        data: { secrets: list, totalCount: list.length },
        lines: columns(list.map((one) => [one.key, one.workspaceId, one.updatedAt])),
        none: "There are no secrets here. agent-cli secret set <key> keeps one.",
      });
    });
  withJson(secrets.command("rm"))
    .description("delete a secret")
    .argument("<key>")
    .option("--workspace <workspace>", "that of this workspace")
    .action(async (key: string, { workspace, ...options }: WorkspaceOption) => {
      await inWorker(terminal, ({ config, state }) => {
        const store = openSecrets(config, state);
        const workspaceId = placeOf(store, workspace);
        const isGone = deleteSecret(store, { key, workspaceId });
        if (!isGone) throw noSecret(key, workspaceId);
      });
      answer(terminal, options, { data: { key, removed: true }, lines: [`Deleted ${key}.`] });
    });
}

/** Also of a workspace that nobody knows here any more. */
function placeOf(secrets: Secrets, workspace: string | undefined): string {
  const kept = listSecrets(secrets).find(({ workspaceId }) => workspaceId === workspace);
  return kept?.workspaceId ?? workspaceIdOf(secrets.state, workspace);
}
