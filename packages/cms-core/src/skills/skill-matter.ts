import { CmsError, isCmsError, type Issue } from "../base/errors.ts";
import { splitFrontMatter } from "../yaml/front-matter.ts";
import { isYamlMap, readYaml, type YamlValue } from "../yaml/yaml.ts";

const PAIR = /^([A-Za-z][\w-]*):[ \t]+(\S.*)$/;

/** Matches the start of a multi-line value, or a value that is complete on its line. */
const COMPLETE_VALUE =
  /^(?:[|>][+-]?\d?\s*(?:#.*)?|"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[.*\]|\{.*\})$/;

/** Values in front matter. Scalars are text. */
export type MatterValue = string | readonly MatterValue[] | MatterMap;

export interface MatterMap {
  readonly [key: string]: MatterValue;
}

export interface SkillMatter {
  readonly attributes: MatterMap;
  /** YAML source text. */
  readonly yaml: string;
  /** The prompt. */
  readonly body: string;
  /** Line number in the file at which the YAML starts, from 1. */
  readonly yamlLine: number;
  readonly warnings: readonly Issue[];
}

/** The longest public skill has about 290 KB. */
export const MAX_SKILL_BYTES = 524_288;

/** Size limit of front matter. Public skills use less than a twentieth. */
const MAX_MATTER_CHARACTERS = 65_536;

/**
 * Splits the decoded text of a SKILL.md into front matter and prompt. Also runs in browsers: it uses no Node.js APIs
 * and executes nothing.
 *
 * @throws CmsError `frontmatter_language`, `frontmatter_unclosed`, `invalid_skill` without front matter, and the errors
 * of `readYaml`
 */
export function splitSkillMatter(text: string, path: string): SkillMatter {
  const { yaml, body, yamlLine } = splitFrontMatter(text, { path });
  if (yamlLine === 1) {
    throw invalidSkill(path, "has no front matter", 1, "Start the file with a line of ---.");
  }
  const overlong = yaml.split("\n").findIndex((line) => line.startsWith("---"));
  if (overlong !== -1) {
    throw invalidSkill(
      path,
      "has a line in its front matter that starts with ---",
      yamlLine + overlong,
    );
  }
  return parseSkillMatter({ yaml, body, yamlLine }, path);
}

/** Parses front matter that has been split. @throws CmsError `invalid_skill`, and the errors of `readYaml` */
export function parseSkillMatter(
  { yaml, body, yamlLine }: Pick<SkillMatter, "yaml" | "body" | "yamlLine">,
  path: string,
): SkillMatter {
  if (yaml.length > MAX_MATTER_CHARACTERS) {
    throw invalidSkill(
      path,
      `has front matter of more than ${MAX_MATTER_CHARACTERS} characters`,
      1,
    );
  }
  const read = (block: string): MatterMap =>
    plainMap(readYaml(block, { path, firstLine: yamlLine }));
  try {
    return { attributes: read(yaml), yaml, body, yamlLine, warnings: [] };
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const originalError = withField(error, yaml, yamlLine);
    const quoted = quotePlainValues(yaml);
    if (quoted === yaml) throw originalError;
    try {
      return { attributes: read(quoted), yaml, body, yamlLine, warnings: originalError.issues };
    } catch {
      // Report the original error, not that of the quoted version.
      throw originalError;
    }
  }
}

/** Adds the field's name to an error, and a suggestion if its value cannot be parsed. */
function withField(error: CmsError, yaml: string, yamlLine: number): CmsError {
  const [issue] = error.issues;
  if (issue?.line === undefined) return error;
  const lines = yaml.split("\n").slice(0, issue.line - yamlLine + 1);
  const field = lines.map((line) => /^([A-Za-z][\w-]*):/.exec(line)?.[1]).findLast(Boolean);
  // Quotes would not fix these errors.
  const isUnclear =
    error.code === "yaml_syntax" && !/a quote is|a tab|is missing|no colon/.test(error.message);
  const hint =
    isUnclear && field !== undefined ? ` Put the value of ${field} in quotation marks.` : "";
  const message = `${error.message}${hint}`;
  const issues = [{ ...issue, message, ...(field !== undefined && { field }) }];
  return new CmsError(error.code, message, { issues, cause: error });
}

/** Converts to a plain object. `readYaml` rejects the keys of `Object.prototype`. */
function plainMap(map: ReadonlyMap<string, YamlValue>): MatterMap {
  return Object.fromEntries([...map].map(([key, value]) => [key, plainValue(value)]));
}

function plainValue(value: YamlValue): MatterValue {
  if (typeof value === "string") return value;
  if (isYamlMap(value)) return plainMap(value);
  return value.map(plainValue);
}

export function isMatterMap(value: MatterValue | undefined): value is MatterMap {
  return typeof value === "object" && !Array.isArray(value);
}

function invalidSkill(path: string, what: string, line: number, advice?: string): CmsError {
  const sentence = `${path} ${what} (line ${line}).`;
  const message = advice === undefined ? sentence : `${sentence} ${advice}`;
  const issue: Issue = { code: "invalid_skill", message, path, line };
  return new CmsError("invalid_skill", message, { issues: [issue] });
}

/**
 * Quotes plain top-level values in front matter. Many skills have a colon or an asterisk in their description, which
 * YAML treats as syntax and other parsers tolerate.
 */
function quotePlainValues(yaml: string): string {
  const lines = yaml.split("\n");
  const quoted: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, key, first] = PAIR.exec(line) ?? [];
    if (key === undefined || first === undefined || COMPLETE_VALUE.test(first.trim())) {
      quoted.push(line);
      continue;
    }
    const words = [first.trim()];
    // A plain value continues on indented lines.
    while (/^[ \t]+\S/.test(lines[at + 1] ?? "")) {
      at += 1;
      words.push((lines[at] ?? "").trim());
    }
    quoted.push(`${key}: ${JSON.stringify(words.join(" "))}`);
  }
  return quoted.join("\n");
}
