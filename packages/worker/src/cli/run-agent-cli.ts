import {
  EXIT,
  exitCodeOf,
  renderFailure,
  type Terminal,
  withJson,
  withoutEscapes,
} from "@loam/cms-core/program";
import { Command, CommanderError } from "commander";
import { packageVersion } from "../config/package-version.ts";
import { COMMANDS, type CommandSummary, COMPLETION } from "./commands.ts";

/** Runs one `agent-cli` command and returns its exit code; never throws. */
export async function runAgentCli(args: readonly string[], given: Terminal): Promise<number> {
  // Names and texts come from others and must not contain terminal escape sequences.
  const terminal = withoutEscapes(given);
  try {
    const program = await createProgram(args, terminal);
    await program.parseAsync([...args], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // Commander has printed its own message or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const json = args.includes("--json");
    terminal.err(renderFailure(error, { program: "agent-cli", json, isDiskFull }));
    return exitCodeOf(error);
  }
}

function isDiskFull(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT"].includes(String(error.code))
  );
}

async function createProgram(args: readonly string[], terminal: Terminal): Promise<Command> {
  const program = emptyProgram(terminal);
  const [first, second] = args.filter((arg) => !arg.startsWith("-"));
  const requested = first === "help" ? second : first;
  // Completion must know all commands; shells request it as `complete`.
  const isWhole = requested === "completion" || requested === "complete";
  for (const entry of COMMANDS) {
    const command = addToHelp(program, entry);
    if (isWhole || entry.name === requested) (await entry.load())(command, terminal);
  }
  if (isWhole) await addCompletion(program, terminal);
  else addToHelp(program, COMPLETION);
  return program;
}

/** The program with the whole of every command, which the reference is generated from. */
export async function wholeProgram(terminal: Terminal): Promise<Command> {
  const program = emptyProgram(terminal);
  for (const entry of COMMANDS) (await entry.load())(addToHelp(program, entry), terminal);
  await addCompletion(program, terminal);
  return program;
}

async function addCompletion(program: Command, terminal: Terminal): Promise<void> {
  const { addCompletionCommand } = await import("./completion-command.ts");
  addCompletionCommand(program, { ...COMPLETION, terminal });
}

function emptyProgram(terminal: Terminal): Command {
  return new Command("agent-cli")
    .description("Manage skills and the Loam worker on this machine")
    .version(`agent-cli ${packageVersion()}`, "-V, --version", "Print the version")
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
}

/** Adds a command as listed in the help, without loading it. */
function addToHelp(program: Command, { name, args, description }: CommandSummary): Command {
  const command = program.command(name).description(description);
  if (args === undefined) return command;
  for (const argument of args) command.argument(argument);
  return withJson(command);
}
