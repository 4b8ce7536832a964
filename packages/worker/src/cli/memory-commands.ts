import { CmsError, countOf } from "@loam/cms-core";
import { answer, columns, type JsonOption, type Terminal, withJson } from "@loam/cms-core/program";
import { type Command, InvalidArgumentError } from "commander";
import {
  type MemoryEntry,
  parseMemoryLine,
  parseNewMemory,
  parseProjectId,
  renderMemory,
} from "../memory/memory-entry.ts";
import { addMemory, deleteMemory, importMemory } from "../memory/memory.ts";
import { listMemory, queryMemory } from "../memory/query-memory.ts";
import { openSecrets } from "../secrets/secrets.ts";
import { inWorker } from "./worker-context.ts";

interface ProjectOption extends JsonOption {
  readonly project?: string;
}

interface SearchOptions extends ProjectOption {
  readonly limit: number;
}

interface AddOptions extends ProjectOption {
  readonly kind?: string;
  readonly tag?: readonly string[];
}

/** `agent-cli memory …` */
export function addMemoryCommands(program: Command, terminal: Terminal): void {
  const memory = program.command("memory").description("what this worker remembers");
  withJson(memory.command("search"))
    .description("find entries: universal ones, and with --project those of the project, too")
    .argument("[words...]", "all of them; the newest entries when there are none")
    .option("--project <id>")
    .option("--limit <number>", "at most so many", wholeNumber, 20)
    .action(async (words: string[], { project, limit, ...options }: SearchOptions) => {
      const page = await inWorker(terminal, ({ state }) =>
        queryMemory(state, {
          search: words.join(" "),
          ...(project !== undefined && { projectId: parseProjectId(project) }),
          limit,
          offset: 0,
          now: new Date(),
        }),
      );
      const contents = page.contents.map((entry) => ({
        ...renderMemory(entry),
        score: entry.score,
      }));
      answer(terminal, options, {
        data: { contents, totalCount: page.totalCount, offset: 0, limit },
        lines: columns(page.contents.map(({ id, kind, content }) => [id, kind, content])),
        none: "Nothing of that is remembered.",
      });
    });
  withJson(memory.command("add"))
    .description("remember something; it comes from standard input, or is asked for")
    .option("--project <id>", "what it holds for; everything unless given")
    .option("--kind <kind>", "fact, preference, decision, convention, howto or incident")
    .option("--tag <tags...>")
    .action(async ({ project, kind, tag, ...options }: AddOptions) => {
      const content =
        (await terminal.ask?.("What to remember:")) ?? (await terminal.input()).trim();
      const entry = parseNewMemory({
        content,
        ...(project !== undefined && { project_id: project }),
        ...(kind !== undefined && { kind }),
        ...(tag !== undefined && { tags: tag }),
      });
      const added = await inWorker(terminal, ({ config, state }) =>
        addMemory({ state, secrets: openSecrets(config, state) }, entry, new Date()),
      );
      answer(terminal, options, { data: renderMemory(added), lines: [added.id] });
    });
  withJson(memory.command("rm"))
    .description("forget an entry")
    .argument("<id>")
    .action(async (id: string, options: JsonOption) => {
      await inWorker(terminal, ({ state }) => {
        if (deleteMemory(state, id)) return;
        throw new CmsError("not_found", `The memory has no entry ${id}.`);
      });
      answer(terminal, options, { data: { id, removed: true }, lines: [`Forgot ${id}.`] });
    });
  addTransfer(memory, terminal);
}

/** Entries as lines of JSON, from one worker to another. */
function addTransfer(memory: Command, terminal: Terminal): void {
  withJson(memory.command("export"))
    .description("print every entry of every project, a line of JSON each")
    .action(async (options: JsonOption) => {
      const entries = await inWorker(terminal, ({ state }) =>
        Array.from(listMemory(state), renderMemory),
      );
      const lines = entries.map((entry) => JSON.stringify(entry));
      answer(terminal, options, { data: { contents: entries }, lines });
    });
  withJson(memory.command("import"))
    .description("take in what export printed, from standard input: all of it, or nothing")
    .action(async (options: JsonOption) => {
      const lines = (await terminal.input()).split("\n").map((line) => line.trim());
      const entries = lines.flatMap((line, at) => (line === "" ? [] : [readLine(line, at + 1)]));
      const taken = await inWorker(terminal, ({ config, state }) =>
        importMemory({ state, secrets: openSecrets(config, state) }, entries),
      );
      answer(terminal, options, {
        data: { taken, read: entries.length },
        lines: [
          `Took in ${taken} of ${countOf(entries.length, "entry", "entries")}; the others were here.`,
        ],
      });
    });
}

function readLine(text: string, line: number): MemoryEntry {
  try {
    return parseMemoryLine(text);
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    throw new CmsError(error.code, `Line ${line}: ${error.message}`, { cause: error });
  }
}

function wholeNumber(text: string): number {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= 100) return number;
  throw new InvalidArgumentError("Give a whole number from 1 to 100.");
}
