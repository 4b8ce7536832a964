import { join } from "node:path";
import { CmsError, countOf, isCmsError } from "@loam/cms-core";
import { answer, columns, type JsonOption, type Terminal, withJson } from "@loam/cms-core/program";
import type { Command } from "commander";
import type { SkillDifference } from "../skills/compare-skills.ts";
import { listLocalSkills } from "../skills/local-skills.ts";
import { parseSkillName, readSkillFolder } from "../skills/skill-files.ts";
import { inWorker, parseSkillReference } from "./worker-context.ts";

interface ForceOption extends JsonOption {
  readonly force?: boolean;
}

interface ImportOptions extends ForceOption {
  readonly folder?: string;
}

/**
 * Loaded on demand: the HQ client takes as long to load as everything else, and `skill list --local` and the help don't
 * need it.
 */
async function loadRemote() {
  const { scratchFolder, skillsOfCommand } = await import("../hq/hq-access.ts");
  const { fetchSkill, listHqSkills, pushSkill, readHqSkill } =
    await import("../skills/hq-skills.ts");
  const { compareSkills } = await import("../skills/compare-skills.ts");
  const { importSkill, importSkills } = await import("../skills/import-skill.ts");
  return {
    compareSkills,
    fetchSkill,
    importSkill,
    importSkills,
    listHqSkills,
    pushSkill,
    readHqSkill,
    scratchFolder,
    skillsOfCommand,
  };
}

/** Adds the commands that access HQ or another repository. */
export function addHqSkillCommands(skills: Command, terminal: Terminal): void {
  addList(skills, terminal);
  addFetch(skills, terminal);
  addPush(skills, terminal);
  addDiff(skills, terminal);
  addImport(skills, terminal);
}

function addList(skills: Command, terminal: Terminal): void {
  withJson(skills.command("list"))
    .description("List skills in HQ, or with --local on this worker")
    .option("--local", "List the skills on this machine")
    .action(async (options: JsonOption & { readonly local?: boolean }) => {
      if (options.local === true) return listLocal(terminal, options);
      const { listHqSkills, skillsOfCommand } = await loadRemote();
      const list = await inWorker(terminal, async ({ config, state, signal }) =>
        listHqSkills({ ...skillsOfCommand(config, state), signal }),
      );
      const rows = list.map(({ name, version, description }) => {
        return [name, version === null ? "" : `v${version}`, shortened(description)];
      });
      answer(terminal, options, {
        data: { contents: list, totalCount: list.length },
        lines: columns(rows),
        none: "No skills in this workspace. Run: agent-cli skill push <name>",
      });
    });
}

async function listLocal(terminal: Terminal, options: JsonOption): Promise<void> {
  const list = await inWorker(terminal, async (context) => listLocalSkills(context));
  const data = list.map(({ problem, ...skill }) => {
    return problem === undefined ? skill : Object.assign(skill, { problem: problem.message });
  });
  for (const { problem } of list) {
    if (problem !== undefined) terminal.err(`${problem.message}\n`);
  }
  answer(terminal, options, {
    data: { contents: data, totalCount: data.length },
    lines: columns(
      list.map(({ name, version, condition, description }) => [
        name,
        version === null ? "" : `v${version}`,
        condition,
        shortened(description),
      ]),
    ),
    none: "No skills on this worker. Run: agent-cli skill fetch <name>",
  });
}

const MOST_SHOWN = 100;

/** Shortens descriptions, some of which are pages in one line; `--json` prints them completely. */
function shortened(description: string): string {
  const characters = Array.from(description);
  if (characters.length <= MOST_SHOWN) return description;
  return `${characters.slice(0, MOST_SHOWN - 1).join("")}…`;
}

function addFetch(skills: Command, terminal: Terminal): void {
  withJson(skills.command("fetch"))
    .description("Fetch a skill from HQ and deploy it on this worker")
    .argument("<name>", "Skill name, or name@version")
    .option("--force", "Overwrite local edits and skills from other sources")
    .action(async (reference: string, options: ForceOption) => {
      const wanted = parseSkillReference(reference);
      const force = options.force === true;
      const { fetchSkill, skillsOfCommand } = await loadRemote();
      const data = await inWorker(terminal, async ({ config, state, skillsFolder, signal }) => {
        const hq = { ...skillsOfCommand(config, state), signal };
        const place = { state, skillsFolder };
        return fetchSkill(place, hq, { ...wanted, overEdits: force, overOthers: force });
      });
      const lines = [`Deployed ${data.name} v${data.version}.`];
      answer(terminal, options, { data, lines });
    });
}

function addPush(skills: Command, terminal: Terminal): void {
  withJson(skills.command("push"))
    .description("Push a skill to HQ as a new version")
    .argument("<name>")
    .option("--force", "Push even if the version in HQ has changed")
    .action(async (name: string, { force = false, ...options }: ForceOption) => {
      const { pushSkill, skillsOfCommand } = await loadRemote();
      const data = await inWorker(terminal, async (context) => {
        const { config, state, signal } = context;
        const hq = { ...skillsOfCommand(config, state), signal };
        return pushSkill(context, hq, { name, force });
      }).catch((error: unknown) => {
        const diff = isCmsError(error) && error.code === "conflict" ? error.details["diff"] : "";
        if (typeof diff === "string" && options.json !== true) terminal.err(diff);
        throw error;
      });
      const version = data.version === null ? "" : ` v${data.version}`;
      const what = data.unchanged ? " (unchanged)" : "";
      answer(terminal, options, { data, lines: [`${name}${version}${what}`] });
    });
}

function addDiff(skills: Command, terminal: Terminal): void {
  withJson(skills.command("diff"))
    .description("Compare a skill with its version in HQ")
    .argument("<name>", "Skill name, or name@version")
    .action(async (reference: string, options: JsonOption) => {
      const { name, version } = parseSkillReference(reference);
      const { compareSkills, readHqSkill, skillsOfCommand } = await loadRemote();
      const data = await inWorker(terminal, async ({ config, state, skillsFolder, signal }) => {
        const localFiles = await readSkillFolder(join(skillsFolder, parseSkillName(name)));
        const hq = { ...skillsOfCommand(config, state), signal };
        const hqSkill = await readHqSkill(hq, name, version);
        return compareSkills(hqSkill.files, localFiles);
      });
      answer(terminal, options, { data, lines: differenceLines(data) });
    });
}

function differenceLines({ files, text }: SkillDifference): readonly string[] {
  if (text !== "") return text.trimEnd().split("\n");
  return columns(files.map(({ change, path }) => [change, path]));
}

function addImport(skills: Command, terminal: Terminal): void {
  withJson(skills.command("import"))
    .description("Import skills from a Git repository")
    .argument("<git-url>", "Repository URL, with #branch or #tag if not the default branch")
    .option("--folder <folder>", "Import only this skill (its path in the repository, or its name)")
    .option("--force", "Overwrite skills with the same names")
    .action(async (address: string, { folder, force = false, ...options }: ImportOptions) => {
      const { importSkill, importSkills, scratchFolder } = await loadRemote();
      const data = await inWorker(terminal, async ({ config, state, skillsFolder, signal }) => {
        const over = { overEdits: force, overOthers: force };
        const source = { address, scratch: scratchFolder(config), signal, ...over };
        const place = { state, skillsFolder };
        if (folder === undefined) return importSkills(place, source);
        return { imported: [await importSkill(place, { ...source, folder })], refused: [] };
      });
      const { imported, refused } = data;
      for (const { warnings } of imported) {
        for (const { message } of warnings) terminal.err(`${message}\n`);
      }
      for (const { message } of refused) terminal.err(`${message}\n`);
      const lines = imported.map(({ name }) => `Imported ${name}.`);
      const [only] = imported;
      const isOne = only !== undefined && imported.length === 1 && refused.length === 0;
      answer(terminal, options, {
        data: isOne ? only : { contents: imported, totalCount: imported.length, refused },
        lines,
      });
      const [first] = refused;
      if (first === undefined) return;
      const count = `Imported ${imported.length} of ${countOf(imported.length + refused.length, "skill")}.`;
      if (imported.length === 0) throw new CmsError(first.code, count);
      terminal.err(`${count}\n`);
    });
}
