import { isCmsError } from "@loam/cms-core";
import { answer, type JsonOption } from "@loam/cms-core/program";
import type { Command } from "commander";
import { type Terminal, terminalConfig } from "../../platform/terminal/terminal.ts";
import { type RunningHq, startHq } from "../../server/start-hq.ts";
import { CommandServer, type RunCommand } from "../running-server/command-routes.ts";
import { renderAdminState } from "./init-command.ts";

/** `hq start`: serves until it is stopped, and runs other commands in the server with `run`. */
export function defineStartCommand(command: Command, terminal: Terminal, run: RunCommand): void {
  command.action(async (options: JsonOption) => {
    const stopAsked = waitForStop(terminal);
    const commands = new CommandServer(run);
    const running = await startHq(terminalConfig(terminal), { commands: commands.routes });
    acceptCommands(commands, running, terminal);
    const message = renderAdminState(running.admin, running.url);
    if (message !== undefined) terminal.err(`${message}\n`);
    answer(terminal, options, {
      data: { url: running.url, pid: process.pid, dataFolder: running.hq.config.dataFolder },
      lines: [`HQ is running at ${running.url}`],
    });
    await stopAsked;
    terminal.err("Shutting down… Press Ctrl-C again to stop immediately.\n");
    const release = terminal.onStop(() => process.exit(1));
    await commands.close();
    await running.close();
    release();
  });
}

/** With PostgreSQL, commands run alongside the server on their own. A server with a full disk still starts. */
function acceptCommands(
  commands: CommandServer,
  { localUrl, inside: hq }: RunningHq,
  { err }: Terminal,
): void {
  if (hq.config.database.kind === "postgres") return;
  try {
    commands.open({ localUrl, hq });
  } catch (error) {
    if (!isCmsError(error)) throw error;
    err(`hq commands do not work until this server stops: ${error.message}\n`);
  }
}

function waitForStop({ onStop }: Terminal): Promise<void> {
  return new Promise((resolve) => {
    const release = onStop(() => {
      release();
      resolve();
    });
  });
}
