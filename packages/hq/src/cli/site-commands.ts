import type { Command } from "commander";
import { createSite } from "../sites/create-site.ts";
import { listSites } from "../sites/sites.ts";
import { findWorkspace } from "../workspaces/workspaces.ts";
import { answer, columns, type JsonOption, withJson } from "./answer.ts";
import type { Terminal } from "./terminal.ts";
import { withHq, withHqReading } from "./with-hq.ts";

interface CreateOptions extends JsonOption {
  readonly workspace?: string;
  readonly as?: string;
}

/** `hq site create` and `hq site list`. */
export function addSiteCommands(program: Command, terminal: Terminal): void {
  const sites = program.command("site").description("manage sites");
  withJson(sites.command("create"))
    .description("make a site with an empty repository")
    .argument("<name>")
    .option("--workspace <slug>", "where it belongs; needed where there are several")
    .option("--as <email>", "who makes it; the first admin unless given")
    .action(async (name: string, options: CreateOptions) => {
      const site = await withHq(terminal, async (hq) => {
        const { id: workspaceId } = await findWorkspace(hq.database, options.workspace);
        return createSite(hq, { name, workspaceId, ...(options.as && { by: options.as }) });
      });
      answer(terminal, options, { data: site, lines: [`Created site ${site.id}.`] });
    });
  withJson(sites.command("list"))
    .description("list every site")
    .action(async (options: JsonOption) => {
      const list = await withHqReading(terminal, ({ database }) => listSites(database));
      answer(terminal, options, {
        data: list,
        lines: columns(list.map(({ id, name, createdAt }) => [id, createdAt, name])),
      });
    });
}
