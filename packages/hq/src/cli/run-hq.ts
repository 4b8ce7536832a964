import { readFileSync } from "node:fs";
import { CmsError } from "@loam/cms-core";
import { EXIT, exitCodeOf, withJson, withoutEscapes } from "@loam/cms-core/program";
import { Command, CommanderError } from "commander";
import { renderFailure } from "../platform/terminal/answer.ts";
import { type Terminal } from "../platform/terminal/terminal.ts";
import { type CommandEntry, COMMANDS } from "./commands.ts";

/**
 * Runs one `hq` command and returns its exit code. Never throws. If a server holds the data folder, the command runs in
 * that server.
 */
export async function runHq(args: readonly string[], untrusted: Terminal): Promise<number> {
  // Names and text come from users and must not move the cursor or set the window title.
  const terminal = withoutEscapes(untrusted);
  if (runsInProcess(args)) return runCommand(args, terminal);
  try {
    const { sendCommand } = await import("./running-server/send-command.ts");
    return (await sendCommand(args, terminal)) ?? (await runCommand(args, terminal));
  } catch (error) {
    return fail(error, args, terminal);
  }
}

/** Runs a command in this process. */
async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    if (terminal.hq !== undefined && runsInProcess(args)) throw unsupportedCommand(args);
    const program = await createProgram(args, terminal);
    await program.parseAsync([...args], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // Commander has already printed its message or help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return fail(error, args, terminal);
  }
}

function fail(error: unknown, args: readonly string[], terminal: Terminal): number {
  terminal.err(renderFailure(error, { json: args.includes("--json") }));
  return exitCodeOf(error);
}

/** Whether the command runs in this process: help, commands that need their own process, and unknown commands. */
function runsInProcess(args: readonly string[]): boolean {
  const command = requestedCommand(args);
  if (args[0] === "help" || args.includes("--help") || args.includes("-h")) return true;
  const known = COMMANDS.find(({ name }) => name === command);
  return known?.here ?? known === undefined;
}

function unsupportedCommand(args: readonly string[]): CmsError {
  return new CmsError(
    "invalid",
    `A running server cannot run hq ${requestedCommand(args) ?? ""} for you.`,
  );
}

async function createProgram(args: readonly string[], terminal: Terminal): Promise<Command> {
  const program = emptyProgram(terminal);
  const requested = requestedCommand(args);
  for (const entry of COMMANDS) {
    const command = addToHelp(program, entry);
    if (entry.name === requested) (await entry.load())(command, terminal, runCommand);
  }
  return program;
}

/** Creates the program with all details of every command, from which the CLI reference is generated. */
export async function wholeProgram(terminal: Terminal): Promise<Command> {
  const program = emptyProgram(terminal);
  for (const entry of COMMANDS) {
    (await entry.load())(addToHelp(program, entry), terminal, runCommand);
  }
  return program;
}

function emptyProgram(terminal: Terminal): Command {
  return new Command("hq")
    .description("Loam server: content in Git, published as JSON files")
    .version(`hq ${packageVersion()}`, "-V, --version", "Print the version")
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
}

/** Returns the version of this package, whose folder has the same relative path from source and build. */
function packageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? "of an unknown version";
}

/** Returns the command to run or to explain. */
function requestedCommand(args: readonly string[]): string | undefined {
  const [first, second] = args.filter((arg) => !arg.startsWith("-"));
  return first === "help" ? second : first;
}

/** Adds a command as listed in the help, without loading it. */
function addToHelp(program: Command, { name, args, description }: CommandEntry): Command {
  const command = program.command(name).description(description);
  if (args === undefined) return command;
  for (const argument of args) command.argument(...argument);
  return withJson(command);
}
