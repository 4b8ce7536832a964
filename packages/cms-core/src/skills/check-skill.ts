import { createRequire } from "node:module";
import type * as ajv from "ajv";
import type { ErrorObject, ValidateFunction } from "ajv";
import { CmsError, type Issue } from "../base/errors.ts";
import { isWindowsDevice } from "../base/reserved-names.ts";
import { yamlLine } from "../yaml/yaml-lines.ts";
import { findHiddenCharacters } from "./check-skill-files.ts";
import { nameOf, type Skill } from "./make-skill.ts";
import { readMatter } from "./read-matter.ts";
import { NEED_NAMES } from "./read-requires.ts";
import { readSkill } from "./read-skill.ts";
import type { MatterMap } from "./skill-matter.ts";

const names = ({ source }: RegExp) => ({
  type: "array",
  maxItems: 100,
  uniqueItems: true,
  items: { type: "string", pattern: source },
});

/** One line without invisible characters. */
const LINE = String.raw`^(?=.*\S)[^\p{Cc}\p{Zl}\p{Zp}]*$`;

/**
 * The front matter of a skill according to spec/skills.md. Other keys are allowed. Public skills have no display name,
 * so a missing one is derived from other values.
 */
const RULES = {
  type: "object",
  required: ["name", "description"],
  properties: {
    name: { type: "string", pattern: "^[a-z0-9][a-z0-9-]{0,63}$" },
    display_name: { type: "string", pattern: LINE, maxLength: 200 },
    description: { type: "string", pattern: LINE, maxLength: 1024 },
    requires: {
      type: "object",
      additionalProperties: false,
      properties: {
        mcp_servers: names(NEED_NAMES.mcp_servers),
        cli_tools: names(NEED_NAMES.cli_tools),
        env_vars: names(NEED_NAMES.env_vars),
      },
    },
  },
} as const;

/** Requirement of each field, for error messages. */
const REQUIREMENTS: Readonly<Record<string, string>> = {
  name: "must be 1 to 64 lowercase letters, digits, and hyphens, and must not start with a hyphen",
  display_name: "must be a single line of up to 200 characters",
  description: "must be a single line of up to 1,024 characters",
  requires: "must be a mapping with mcp_servers, cli_tools, or env_vars",
};

/** Content of the lists in `requires`. */
const NAMES: Readonly<Record<string, string>> = {
  "requires.mcp_servers": "server name",
  "requires.cli_tools": "command name (letters, digits, and . _ + -)",
  "requires.env_vars": "variable name (letters, digits, and _)",
};

let compiled: ValidateFunction | undefined;

/** Compiled on first use: that takes longer than most commands of a worker in total. */
function rules(): ValidateFunction {
  if (compiled !== undefined) return compiled;
  const { Ajv }: typeof ajv = createRequire(import.meta.url)("ajv");
  compiled = new Ajv({ allErrors: true }).compile(RULES);
  return compiled;
}

/**
 * Parses and checks a SKILL.md before it is stored: it must follow the specification, match its folder, and contain no
 * hidden characters.
 *
 * @param folder name of its folder
 * @throws CmsError `invalid_skill` with an issue for each field; `unsafe_skill` for hidden characters; the errors of
 * `readSkill`
 */
export function checkSkill(bytes: Uint8Array, path: string, folder: string): Skill {
  const skill = readSkill(bytes, { path, folder });
  const { yaml, yamlLine: firstLine, warnings } = readMatter(bytes, path);
  const lineOf = (field: string): number => {
    const steps = field.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    return warnings.length > 0 ? firstLine : yamlLine(yaml, steps, firstLine);
  };
  const issues: Issue[] = [...warnings];
  const add = (field: string, what: string): void => {
    if (issues.some((issue) => issue.field === field)) return;
    const line = lineOf(field);
    const message = `${path}:${line}: ${field} ${what}.`;
    issues.push({ code: "invalid_skill", message, path, line, field });
  };
  const attributes = withoutFinalBreaks(skill.attributes);
  const validate = rules();
  const isOtherName = isPublicName(skill, folder);
  if (!validate(isOtherName ? { ...attributes, name: folder } : attributes)) {
    for (const error of validate.errors ?? []) add(fieldOf(error), wants(error));
  }
  const { name } = attributes;
  if (typeof name === "string" && name !== folder && !isOtherName) {
    add("name", `must be "${folder}", the name of its folder`);
  }
  if (isWindowsDevice(skill.name))
    add("name", "is a reserved name on Windows. Choose another name");
  if (issues.length > 0) throw failure("invalid_skill", issues);
  const hidden = findHiddenCharacters(bytes, path);
  if (hidden.length > 0) throw failure("unsafe_skill", hidden);
  return skill;
}

/** Removes the final line break of block scalars, which isn't part of the value. */
function withoutFinalBreaks(attributes: MatterMap): MatterMap {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => {
      const isLine = key === "description" || key === "display_name";
      return [key, isLine && typeof value === "string" ? value.replace(/\n+$/, "") : value];
    }),
  );
}

/**
 * Returns whether the name is that of a public skill: many have a name in words, and its letters as their folder name,
 * as in "Hook Development".
 */
function isPublicName({ attributes }: Skill, folder: string): boolean {
  const { name } = attributes;
  if (typeof name !== "string" || /^[a-z0-9-]+$/.test(name)) return false;
  return /^[\p{L}\p{M}\p{N} _.-]{1,100}$/u.test(name) && nameOf(name) === folder;
}

function failure(code: "invalid_skill" | "unsafe_skill", issues: readonly Issue[]): CmsError {
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  return new CmsError(code, `${issues[0]?.message ?? ""}${more}`, { issues });
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const steps = instancePath.split("/").slice(1);
  if (keyword === "required") steps.push(String(params["missingProperty"]));
  if (keyword === "additionalProperties") steps.push(String(params["additionalProperty"]));
  return steps.join(".");
}

function wants(error: ErrorObject): string {
  const field = fieldOf(error);
  if (error.keyword === "required") return "is missing";
  if (error.keyword === "additionalProperties") {
    return "is unknown. requires supports mcp_servers, cli_tools, and env_vars";
  }
  const list = field.replace(/\.\d+$/, "");
  const elementKind = NAMES[list];
  if (elementKind === undefined) return REQUIREMENTS[field] ?? "is not valid";
  return list === field
    ? `must be a list. Each value must be a ${elementKind}`
    : `must be a ${elementKind}`;
}
