import type { Command } from "commander";
import { answer, type JsonOption, withJson } from "../../platform/terminal/answer.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { terminalConfig } from "../../platform/terminal/with-hq.ts";
import { startHq } from "../../server/start-hq.ts";
import { renderAdminState } from "./init-command.ts";

/** `hq start`: serves until it is asked to stop. */
export function addStartCommand(program: Command, terminal: Terminal): void {
  withJson(program.command("start"))
    .description("run the server; LOAM_ variables and .env configure it")
    .action(async (options: JsonOption) => {
      const stopAsked = askedToStop(terminal);
      const running = await startHq(terminalConfig(terminal));
      const message = renderAdminState(running.admin, running.url);
      if (message !== undefined) terminal.err(`${message}\n`);
      answer(terminal, options, {
        data: { url: running.url, pid: process.pid, dataFolder: running.hq.config.dataFolder },
        lines: [`Loam HQ answers at ${running.url}`],
      });
      await stopAsked;
      terminal.err("Stopping; ask again to stop at once.\n");
      const release = terminal.onStop(() => process.exit(1));
      await running.close();
      release();
    });
}

function askedToStop({ onStop }: Terminal): Promise<void> {
  return new Promise((resolve) => {
    const release = onStop(() => {
      release();
      resolve();
    });
  });
}
