import type { Command } from "commander";
import { setUpHq } from "../../people/identity/setup/set-up-hq.ts";
import { localUrl } from "../../platform/config/local-url.ts";
import { answer, type JsonOption, withJson } from "../../platform/terminal/answer.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq } from "../../platform/terminal/with-hq.ts";
import { renderAdminState, setupUrl } from "./setup-link.ts";

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
