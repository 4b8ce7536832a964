import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { isCmsError, countOf } from "@loam/cms-core";
import { examine } from "./doctor.ts";
import { type Project, projectOptions } from "./project-options.ts";
import { pull } from "./pull.ts";
import { writeTypes } from "./write-types.ts";

type Line = readonly [usage: string, description: string];

const DEFAULT_FOLDER = "published";

/** Every command, for the help and the reference page. */
export const COMMAND_LINES: readonly Line[] = [
  ["loam-astro types", "Write cms-types.d.ts (commit the file)"],
  ["loam-astro types --check", "Fail if cms-types.d.ts is out of date"],
  [
    "loam-astro pull [folder]",
    `Download the published content for builds (default: ${DEFAULT_FOLDER})`,
  ],
  ["loam-astro doctor", "Check everything a build and the site need"],
];

/** Every option, for the help and the reference page. */
export const OPTION_LINES: readonly Line[] = [
  ["--root <folder>", "Folder of the Astro project (default: current folder)"],
  ["--json", "Print the result as JSON"],
];

const HELP = `loam-astro: tools for Astro sites with Loam content

${helpLines(COMMAND_LINES)}

${helpLines(OPTION_LINES)}
`;

function helpLines(lines: readonly Line[]): string {
  const width = Math.max(...lines.map(([usage]) => usage.length));
  return lines.map(([usage, what]) => `  ${usage.padEnd(width)}   ${what}`).join("\n");
}

const DONE = 0;
const FAILED = 1;
const USAGE = 2;

/** Runs the command. Output goes to standard output, and errors to standard error. */
export async function loamAstro(args: readonly string[]): Promise<number> {
  const parsed = parse(args);
  if (parsed?.help === true) {
    process.stdout.write(HELP);
    return DONE;
  }
  const { command = "" } = parsed ?? {};
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (parsed === undefined || run === undefined) {
    process.stderr.write(HELP);
    return USAGE;
  }
  try {
    const project = await projectOptions(resolve(parsed.root));
    const { code, value, lines } = await run(project, parsed);
    const text = parsed.json ? JSON.stringify(value) : lines.join("\n");
    process.stdout.write(`${text}\n`);
    return code;
  } catch (error) {
    if (!isCmsError(error)) throw error;
    process.stderr.write(`${error.message} (${error.code})\n`);
    return FAILED;
  }
}

interface ParsedArguments {
  readonly command: string | undefined;
  readonly folder: string;
  readonly root: string;
  readonly check: boolean;
  readonly json: boolean;
  readonly help: boolean;
}

function parse(args: readonly string[]): ParsedArguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        check: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
        root: { type: "string", default: "." },
      },
    });
    const [command, folder = DEFAULT_FOLDER, ...more] = positionals;
    return more.length > 0 ? undefined : { ...values, command, folder };
  } catch {
    return undefined;
  }
}

interface Outcome {
  readonly code: number;
  readonly value: unknown;
  readonly lines: readonly string[];
}

type Command = (project: Project, args: ParsedArguments) => Promise<Outcome>;

const COMMANDS: Readonly<Record<string, Command>> = {
  async types(project, { check }) {
    const report = await writeTypes(project, { check });
    const { file, state, differences } = report;
    const messages = {
      same: `${file} is up to date.`,
      written: `${file} written.`,
      differs: `${file} is out of date. Run loam-astro types and commit the file.`,
    };
    const lines = [messages[state], ...(state === "differs" ? differences : [])];
    return { code: state === "differs" ? FAILED : DONE, value: report, lines };
  },
  async pull(project, { folder }) {
    const report = await pull(project, { to: folder });
    const line = `Downloaded ${countOf(report.entries, "entry", "entries")} in ${countOf(report.files, "file")}. Build from it with LOAM_SOURCE=${report.folder}.`;
    return { code: DONE, value: report, lines: [line] };
  },
  async doctor(project) {
    const findings = await examine(project);
    const marks = { ok: "ok     ", warning: "warning", failed: "FAILED " };
    const lines = findings.map(
      ({ state, what, message }) => `${marks[state]}  ${what}: ${message}`,
    );
    const isFailed = findings.some(({ state }) => state === "failed");
    return { code: isFailed ? FAILED : DONE, value: findings, lines };
  },
};
