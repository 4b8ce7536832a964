import { readFileSync } from "node:fs";
import { CmsError } from "@loam/cms-core";
import { EXIT, exitCodeOf, withJson, withoutEscapes } from "@loam/cms-core/program";
import { Command, CommanderError } from "commander";
import { renderFailure } from "../platform/terminal/answer.ts";
import { type Terminal } from "../platform/terminal/terminal.ts";
import { COMMANDS, type CommandSummary } from "./commands.ts";

/**
 * Runs one `hq` command and returns its exit code; it never throws. Where a server holds the data folder, that server
 * runs it.
 */
export async function runHq(args: readonly string[], given: Terminal): Promise<number> {
  // Names and texts are other people's: none may move the cursor, or say what a window is called.
  const terminal = withoutEscapes(given);
  if (runsHere(args)) return runCommand(args, terminal);
  try {
    const { sendCommand } = await import("./socket/send-command.ts");
    return (await sendCommand(args, terminal)) ?? (await runCommand(args, terminal));
  } catch (error) {
    return fail(error, args, terminal);
  }
}

/** Runs a command in this process. */
async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    if (terminal.hq !== undefined && runsHere(args)) throw notBeside(args);
    const program = await createProgram(args, terminal);
    await program.parseAsync([...args], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // Commander has printed its own message or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return fail(error, args, terminal);
  }
}

function fail(error: unknown, args: readonly string[], terminal: Terminal): number {
  terminal.err(renderFailure(error, { json: args.includes("--json") }));
  return exitCodeOf(error);
}

/** Whether a server has no part in it: help, what only a process of its own can do, and what is no command. */
function runsHere(args: readonly string[]): boolean {
  const asked = askedFor(args);
  if (args[0] === "help" || args.includes("--help") || args.includes("-h")) return true;
  const known = COMMANDS.flatMap(({ commands }) => commands).find(({ name }) => name === asked);
  return known?.here ?? known === undefined;
}

function notBeside(args: readonly string[]): CmsError {
  return new CmsError("invalid", `A running server cannot run hq ${askedFor(args) ?? ""} for you.`);
}

async function createProgram(args: readonly string[], terminal: Terminal): Promise<Command> {
  const program = emptyProgram(terminal);
  const asked = askedFor(args);
  for (const { commands, load } of COMMANDS) {
    if (commands.some(({ name }) => name === asked)) (await load())(program, terminal, runCommand);
    else for (const summary of commands) addSummary(program, summary);
  }
  return program;
}

/** The program with the whole of every command, which the reference is generated from. */
export async function wholeProgram(terminal: Terminal): Promise<Command> {
  const program = emptyProgram(terminal);
  for (const { load } of COMMANDS) (await load())(program, terminal, runCommand);
  return program;
}

function emptyProgram(terminal: Terminal): Command {
  return new Command("hq")
    .description("Loam server: content in Git, published as JSON files")
    .version(`hq ${packageVersion()}`, "-V, --version", "Print the version")
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
}

/** The version of this package, whose folder is equally far above the source and the build. */
function packageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? "of an unknown version";
}

/** The command that is to run, or to be explained. */
function askedFor(args: readonly string[]): string | undefined {
  const [first, second] = args.filter((arg) => !arg.startsWith("-"));
  return first === "help" ? second : first;
}

/** What help lists of a command that does not run. */
function addSummary(program: Command, { name, args, description }: CommandSummary): void {
  const command = program.command(args === undefined ? name : `${name} ${args}`);
  command.description(description);
  if (args !== undefined) withJson(command);
}
