import type { Command } from "commander";
import { findUser } from "../identity/users/find-user.ts";
import { createWorkspace, listWorkspaces } from "../workspaces/workspaces.ts";
import { answer, columns, type JsonOption, withJson } from "./answer.ts";
import type { Terminal } from "./terminal.ts";
import { withHq, withHqReading } from "./with-hq.ts";

interface CreateOptions extends JsonOption {
  readonly name?: string;
  readonly owner?: string;
}

/** `hq workspace create` and `hq workspace list`. */
export function addWorkspaceCommands(program: Command, terminal: Terminal): void {
  const workspaces = program.command("workspace").description("manage workspaces");
  withJson(workspaces.command("create"))
    .description("add a workspace")
    .argument("<slug>", "lower-case letters, digits and hyphens")
    .option("--name <name>", "as people see it")
    .option("--owner <email>", "the user who owns it; the first admin unless given")
    .action(async (slug: string, options: CreateOptions) => {
      const workspace = await withHq(terminal, async ({ database, now }) => {
        const owner = await findUser(database, options.owner);
        return createWorkspace(
          database,
          {
            slug,
            ...(options.name !== undefined && { name: options.name }),
            ...(owner !== undefined && { ownerId: owner.id }),
          },
          { now },
        );
      });
      answer(terminal, options, {
        data: workspace,
        lines: [`Created workspace ${workspace.slug}.`],
      });
    });
  withJson(workspaces.command("list"))
    .description("list every workspace")
    .action(async (options: JsonOption) => {
      const list = await withHqReading(terminal, ({ database }) => listWorkspaces(database));
      answer(terminal, options, {
        data: list,
        lines: columns(list.map(({ slug, name, id }) => [slug, name, id])),
      });
    });
}
