import { answer, columns, type JsonOption, withJson } from "@loam/cms-core/program";
import type { Command } from "commander";
import {
  createReadKey,
  listReadKeys,
  requireReadKey,
  revokeReadKey,
} from "../../people/access/read-keys.ts";
import { recordCommand } from "../../people/audit/record-command.ts";
import { findSite } from "../../people/workspaces/sites.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq, withHqReading } from "../../platform/terminal/with-hq.ts";

interface CreateOptions extends JsonOption {
  readonly name: string;
}

/** `hq key create`, `list`, and `revoke`. */
export function addKeyCommands(keys: Command, terminal: Terminal): void {
  withJson(keys.command("create"))
    .description("Create an API key; it is shown only once")
    .argument("<site>", "ID or name")
    .option("--name <name>", "Name of the key", "read key")
    .action(async (site: string, options: CreateOptions) => {
      const key = await withHq(terminal, async (hq) => {
        const { id: siteId } = await findSite(hq.database, site);
        const { name } = options;
        await recordCommand(hq, { event: "read-key.created", params: { site: siteId, name } });
        return createReadKey(hq.database, { siteId, name }, hq);
      });
      terminal.err("Copy this key now. It won't be shown again.\n");
      answer(terminal, options, { data: key, lines: [key.key] });
    });
  withJson(keys.command("list"))
    .description("List the API keys of a site, without their secrets")
    .argument("<site>", "ID or name")
    .action(async (site: string, options: JsonOption) => {
      const list = await withHqReading(terminal, async ({ database }) =>
        listReadKeys(database, (await findSite(database, site)).id),
      );
      answer(terminal, options, {
        data: list,
        lines: columns(
          list.map(({ id, hint, name, createdAt, revokedAt }) => [
            id,
            hint,
            createdAt,
            revokedAt === undefined ? "" : `revoked ${revokedAt}`,
            name,
          ]),
        ),
      });
    });
  withJson(keys.command("revoke"))
    .description("Revoke an API key")
    .argument("<key>", "ID of the key, as shown by hq key list")
    .action(async (id: string, options: JsonOption) => {
      await withHq(terminal, async (hq) => {
        const { siteId } = await requireReadKey(hq.database, id);
        await recordCommand(hq, { event: "read-key.revoked", params: { site: siteId, id } });
        await revokeReadKey(hq.database, id, hq);
      });
      answer(terminal, options, { data: { id, revoked: true }, lines: [`Revoked ${id}.`] });
    });
}
