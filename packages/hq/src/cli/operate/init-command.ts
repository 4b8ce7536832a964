import type { Command } from "commander";
import { setUpHq, type FirstAdminState } from "../../people/identity/setup/set-up-hq.ts";
import { localUrl } from "../../platform/config/config.ts";
import { answer, type JsonOption, withJson } from "../../platform/terminal/answer.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { withHq } from "../../platform/terminal/with-hq.ts";

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

/** What a person is told about the first admin, if there is something to tell. */
export function renderAdminState(admin: FirstAdminState, baseUrl: string): string | undefined {
  switch (admin.kind) {
    case "present":
      return undefined;
    case "created":
      return `Created the admin ${admin.email}.`;
    case "link":
      return `Open this link within 24 hours to make the first admin; it works once:\n  ${setupUrl(admin.token, baseUrl)}`;
  }
}

function setupUrl(token: string, baseUrl: string): string {
  return `${baseUrl}/setup/${token}`;
}
