import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { CmsError, countOf } from "@loam/cms-core";
import { answer, type JsonOption, type Terminal, withJson } from "@loam/cms-core/program";
import { printPortableSkill } from "@loam/cms-core/skills";
import { expandTemplate, templateNames } from "@loam/cms-core/template";
import type { Command } from "commander";
import { readWorkerConfig } from "../config/worker-config.ts";
import { issuesOf, pushProblem, type PushPlace } from "../skills/check-for-push.ts";
import { listLocalSkills, readLocalSkill } from "../skills/local-skills.ts";
import { parseSkillName, readSkillFolder } from "../skills/skill-files.ts";
import { conditionOf, removeSkill, restoreSkill } from "../skills/skills-folder.ts";
import { localPrecedence } from "../variables/local-precedence.ts";
import { resolveRunVariables, valuesOf } from "../variables/run-variables.ts";
import { listVariables } from "../variables/worker-variables.ts";
import { inWorker, parseVariables } from "./worker-context.ts";

interface RenderOptions extends JsonOption {
  readonly variables?: string;
}

interface ExportOptions extends JsonOption {
  readonly out: string;
  readonly portable?: boolean;
}

/** Adds the commands that need only this machine. */
export function addLocalSkillCommands(skills: Command, terminal: Terminal): void {
  addShow(skills, terminal);
  addValidate(skills, terminal);
  addRender(skills, terminal);
  addRemove(skills, terminal);
  addRestore(skills, terminal);
  addExport(skills, terminal);
}

function addShow(skills: Command, terminal: Terminal): void {
  withJson(skills.command("show"))
    .description("Show a skill on this machine")
    .argument("<name>")
    .action(async (name: string, options: JsonOption) => {
      const data = await inWorker(terminal, async (context) => {
        const { displayName, description, requires, body } = readLocalSkill(
          context.skillsFolder,
          name,
        );
        const { condition, deployed = null } = await conditionOf(context, name);
        return { name, displayName, description, requires, condition, deployed, body };
      });
      const { requires } = data;
      const needs = [...requires.mcpServers, ...requires.cliTools, ...requires.envVars];
      const lines = [
        `${data.displayName} (${name}${data.deployed?.version ? ` v${data.deployed.version}` : ""}, ${data.condition})`,
        data.description,
        ...(needs.length > 0 ? [`Requires ${needs.join(", ")}`] : []),
        "",
        ...data.body.trimEnd().split("\n"),
      ];
      answer(terminal, options, { data, lines });
    });
}

function addValidate(skills: Command, terminal: Terminal): void {
  withJson(skills.command("validate"))
    .description("Check skills on this machine against the push rules")
    .argument("[names...]", "Skill names (default: all)")
    .option("--watch", "Keep running and check skills when they change")
    .action(async (names: string[], options: JsonOption & { readonly watch?: boolean }) => {
      if (options.watch === true) return watch(terminal, names, options);
      const data = await inWorker(terminal, async (context) => {
        const all =
          names.length > 0 ? names : (await listLocalSkills(context)).map(({ name }) => name);
        return Promise.all(all.map(async (name) => validate(context, name)));
      });
      const wrong = data.filter(({ issues }) => issues.length > 0);
      answer(terminal, options, {
        data: { contents: data, totalCount: data.length },
        lines: data.flatMap(validatedLines),
      });
      const [first] = wrong;
      if (first === undefined) return;
      throw new CmsError(
        first.code,
        `${wrong.length} of ${countOf(data.length, "skill")} cannot be pushed.`,
      );
    });
}

interface Validated {
  readonly name: string;
  readonly code: CmsError["code"];
  readonly issues: CmsError["issues"];
}

function validatedLines({ name, issues }: Validated): readonly string[] {
  if (issues.length === 0) return [`${name}: ok`];
  return issues.map(({ message }) => {
    return message.startsWith(`${name}/`) ? message : `${name}: ${message}`;
  });
}

async function validate(place: PushPlace, name: string): Promise<Validated> {
  const problem = await pushProblem(place, name);
  if (problem === undefined) return { name, code: "invalid_skill", issues: [] };
  return { name, code: problem.code, issues: issuesOf(problem, name) };
}

async function watch(terminal: Terminal, names: string[], options: JsonOption): Promise<void> {
  const { watchSkills } = await import("../skills/watch-skills.ts");
  await inWorker(terminal, async (context) => {
    terminal.err(`Watching ${context.skillsFolder}.\n`);
    await mkdir(context.skillsFolder, { recursive: true });
    await watchSkills(context, names.map(parseSkillName), {
      signal: context.signal,
      tell: ({ name, problem }) => {
        const messages = problem?.issues.map(({ message }) => message) ?? [];
        const lines =
          problem === undefined ? ["ok"] : messages.length > 0 ? messages : [problem.message];
        answer(terminal, options, {
          data: { name, issues: problem?.issues ?? [] },
          lines: lines.map((message) => `${name}: ${message}`),
        });
      },
    });
  });
}

function addRender(skills: Command, terminal: Terminal): void {
  withJson(skills.command("render"))
    .description("Show the expanded prompt")
    .argument("<name>")
    .option("--variables <file>", 'JSON file with more variables ("-": standard input)')
    .action(async (name: string, { variables: file, ...options }: RenderOptions) => {
      const values = await readVariables(terminal, file);
      const data = await inWorker(terminal, ({ config, state, skillsFolder }) => {
        const { body } = readLocalSkill(skillsFolder, name);
        const asGiven = [...values].map(([key, value]) => ({
          key,
          value,
          scope: "workflow" as const,
        }));
        const precedence = localPrecedence({ config, state }, "");
        const resolved = resolveRunVariables(asGiven, listVariables(state), precedence);
        const names = templateNames(body);
        return {
          prompt: expandTemplate(body, valuesOf(resolved)),
          variables: names.map((key) => ({ key, scope: resolved.get(key)?.scope ?? null })),
        };
      });
      for (const { key, scope } of data.variables) {
        if (scope === null)
          terminal.err(`{{${key}}} is not set on this worker and was left unchanged.\n`);
      }
      answer(terminal, options, { data, lines: data.prompt.trimEnd().split("\n") });
    });
}

/** Reads the file of `--variables`. */
export async function readVariables(
  terminal: Terminal,
  file: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (file === undefined) return new Map();
  if (file === "-") return parseVariables(await terminal.input());
  return parseVariables(readFileSync(resolve(terminal.folder, file), "utf8"));
}

function addRemove(skills: Command, terminal: Terminal): void {
  withJson(skills.command("rm"))
    .description("Remove a skill from this machine (not from HQ)")
    .argument("<name>")
    .option("--force", "Remove it even with local edits, or if it was not fetched from HQ")
    .action(
      async (name: string, { force = false, ...options }: JsonOption & { force?: boolean }) => {
        await inWorker(terminal, async (context) =>
          removeSkill(context, name, { overEdits: force }),
        );
        answer(terminal, options, { data: { name, removed: true }, lines: [`Removed ${name}.`] });
      },
    );
}

function addRestore(skills: Command, terminal: Terminal): void {
  withJson(skills.command("restore"))
    .description("Restore a skill to before it was last replaced or removed")
    .argument("<name>")
    .action(async (name: string, options: JsonOption) => {
      const { condition, deployed } = await inWorker(terminal, async (context) => {
        await restoreSkill(context, name);
        return conditionOf(context, name);
      });
      const version = deployed?.version ?? null;
      answer(terminal, options, {
        data: { name, version, condition },
        lines: [`Restored ${name}${version === null ? "" : ` v${version}`}.`],
      });
    });
}

function addExport(skills: Command, terminal: Terminal): void {
  withJson(skills.command("export"))
    .description("Export a skill into a folder")
    .argument("<name>")
    .requiredOption("--out <folder>", "Target folder (the skill gets its own folder inside)")
    .option("--portable", "Use front matter that other tools support")
    .action(async (name: string, { out, portable = false, ...options }: ExportOptions) => {
      const { skillsFolder } = readWorkerConfig(terminal.environment);
      const files = await readSkillFolder(join(skillsFolder, parseSkillName(name)));
      const target = join(resolve(terminal.folder, out), name);
      await mkdir(dirname(target), { recursive: true });
      // Never overwrites an existing folder.
      await mkdir(target).catch((cause: unknown) => {
        throw new CmsError("conflict", `${target} already exists or cannot be created.`, { cause });
      });
      for (const { path, mode, bytes } of files) {
        const isMain = portable && path === "SKILL.md";
        const written = isMain ? printPortableSkill(bytes, { folder: name }) : bytes;
        await mkdir(dirname(join(target, path)), { recursive: true });
        await writeFile(join(target, path), written, {
          mode: mode === "100755" ? 0o755 : 0o644,
          flag: "wx",
        });
      }
      answer(terminal, options, {
        data: { name, folder: target, portable },
        lines: [`Exported to ${target}.`],
      });
    });
}
