import { Command, CommanderError } from "commander";
import { addAuditCommands } from "../audit/audit-commands.ts";
import { addBackupCommands } from "../backup/backup-commands.ts";
import { addExportCommand } from "../export/export-command.ts";
import { addEntryCommands } from "../history/entry-commands.ts";
import { addImportCommand } from "../import/import-command.ts";
import { addCheckCommands } from "./check-commands.ts";
import { addDoctorCommand } from "./doctor-command.ts";
import { EXIT, exitCodeOf } from "./exit-code.ts";
import { addInitCommand } from "./init-command.ts";
import { addKeyCommands } from "./key-commands.ts";
import { addMediaCommands } from "./media-commands.ts";
import { addPublishCommand } from "./publish-command.ts";
import { renderFailure } from "./render-failure.ts";
import { addSiteCommands } from "./site-commands.ts";
import { addStartCommand } from "./start-command.ts";
import type { Terminal } from "./terminal.ts";
import { addTokenCommands } from "./token-commands.ts";
import { addTypeCommands } from "./type-commands.ts";
import { addUserCommands } from "./user-commands.ts";
import { addWorkspaceCommands } from "./workspace-commands.ts";

/** Every command adds itself to the program; one is added here and in `docs/`. */
const COMMANDS = [
  addStartCommand,
  addInitCommand,
  addUserCommands,
  addTokenCommands,
  addWorkspaceCommands,
  addKeyCommands,
  addSiteCommands,
  addTypeCommands,
  addPublishCommand,
  addEntryCommands,
  addImportCommand,
  addExportCommand,
  addBackupCommands,
  addAuditCommands,
  addMediaCommands,
  addCheckCommands,
  addDoctorCommand,
] as const;

/** Runs one `hq` command and returns its exit code; it never throws. */
export async function runHq(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync([...args], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // Commander has printed its own message or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    terminal.err(renderFailure(error, { json: args.includes("--json") }));
    return exitCodeOf(error);
  }
}

function createProgram(terminal: Terminal): Command {
  const program = new Command("hq")
    .description("The Loam server: content in git, published as plain files.")
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  for (const add of COMMANDS) add(program, terminal);
  return program;
}
