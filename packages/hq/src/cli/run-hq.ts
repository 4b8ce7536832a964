import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { withJson, EXIT, exitCodeOf, renderFailure } from "../platform/terminal/answer.ts";
import { type Terminal, withoutEscapes } from "../platform/terminal/terminal.ts";
import { COMMANDS, type CommandSummary } from "./commands.ts";

/** Runs one `hq` command and returns its exit code; it never throws. */
export async function runHq(args: readonly string[], given: Terminal): Promise<number> {
  // Names and texts are other people's: none may move the cursor, or say what a window is called.
  const terminal = withoutEscapes(given);
  try {
    const program = await createProgram(args, terminal);
    await program.parseAsync([...args], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // Commander has printed its own message or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    terminal.err(renderFailure(error, { json: args.includes("--json") }));
    return exitCodeOf(error);
  }
}

async function createProgram(args: readonly string[], terminal: Terminal): Promise<Command> {
  const program = new Command("hq")
    .description("The Loam server: content in git, published as plain files.")
    .version(`hq ${packageVersion()}`, "-V, --version", "say which version this is")
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  const asked = askedFor(args);
  for (const { commands, load } of COMMANDS) {
    if (commands.some(({ name }) => name === asked)) (await load())(program, terminal);
    else for (const summary of commands) addSummary(program, summary);
  }
  return program;
}

/** The version of this package, whose folder is equally far above the source and the build. */
function packageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? "of no known version";
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
