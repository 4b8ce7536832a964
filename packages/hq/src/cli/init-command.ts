import type { Command } from "commander";
import { localUrl } from "../local-url.ts";
import { setUpHq } from "../set-up-hq.ts";
import { answer, type JsonOption, withJson } from "./answer.ts";
import { renderAdminState, setupUrl } from "./setup-link.ts";
import type { Terminal } from "./terminal.ts";
import { withHq } from "./with-hq.ts";

/** `hq init`: data folder, first workspace, first admin; it may be run again without harm. */
export function addInitCommand(program: Command, terminal: Terminal): void {
  withJson(program.command("init"))
    .description("set up the data folder, the first workspace and the first admin")
    .action(async (options: JsonOption) => {
      await withHq(terminal, async (hq) => {
        const { host, port, baseUrl = localUrl(host, port), dataFolder } = hq.config;
        const { workspaces, admin } = await setUpHq(hq);
        const message = renderAdminState(admin, baseUrl);
        const { kind } = admin;
        answer(terminal, options, {
          data: {
            dataFolder,
            workspaces,
            admin: kind === "link" ? { kind, url: setupUrl(admin.token, baseUrl) } : admin,
          },
          lines: [
            `${dataFolder} is set up; workspaces: ${workspaces.map(({ slug }) => slug).join(", ")}.`,
            ...(message === undefined ? [] : [message]),
          ],
        });
      });
    });
}
