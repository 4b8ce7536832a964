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

/** Adds `agent-cli memory …`. */
export function addMemoryCommands(memory: Command, terminal: Terminal): void {
  withJson(memory.command("search"))
    .description("Search universal memory entries, and with --project also the project's")
    .argument("[words...]", "Search terms that must all match (default: list the newest entries)")
    .option("--project <id>")
    .option("--limit <number>", "Maximum number of entries", wholeNumber, 20)
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
        none: "No matching memory entries.",
      });
    });
  withJson(memory.command("add"))
    .description("Create a memory entry (from standard input or a prompt)")
    .option("--project <id>", "Project of the entry (default: universal)")
    .option("--kind <kind>", "fact, preference, decision, convention, howto, or incident")
    .option("--tag <tags...>")
    .action(async ({ project, kind, tag, ...options }: AddOptions) => {
      const content = (await terminal.ask?.("Memory entry:")) ?? (await terminal.input()).trim();
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
    .description("Delete a memory entry")
    .argument("<id>")
    .action(async (id: string, options: JsonOption) => {
      await inWorker(terminal, ({ state }) => {
        if (deleteMemory(state, id)) return;
        throw new CmsError("not_found", `Memory entry ${id} does not exist.`);
      });
      answer(terminal, options, { data: { id, removed: true }, lines: [`Deleted ${id}.`] });
    });
  addTransfer(memory, terminal);
}

/** Entries as lines of JSON, for moving them between workers. */
function addTransfer(memory: Command, terminal: Terminal): void {
  withJson(memory.command("export"))
    .description("Print all memory entries as JSON lines")
    .action(async (options: JsonOption) => {
      const entries = await inWorker(terminal, ({ state }) =>
        Array.from(listMemory(state), renderMemory),
      );
      const lines = entries.map((entry) => JSON.stringify(entry));
      answer(terminal, options, { data: { contents: entries }, lines });
    });
  withJson(memory.command("import"))
    .description("Import exported memory entries from standard input (all or nothing)")
    .action(async (options: JsonOption) => {
      const lines = (await terminal.input()).split("\n").map((line) => line.trim());
      const entries = lines.flatMap((line, at) => (line === "" ? [] : [readLine(line, at + 1)]));
      const importedCount = await inWorker(terminal, ({ config, state }) =>
        importMemory({ state, secrets: openSecrets(config, state) }, entries),
      );
      answer(terminal, options, {
        data: { taken: importedCount, read: entries.length },
        lines: [
          `Imported ${importedCount} of ${countOf(entries.length, "entry", "entries")}. The others already exist.`,
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
  throw new InvalidArgumentError("Enter a whole number from 1 to 100.");
}
