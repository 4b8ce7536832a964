import { CmsError, isCmsError, type Issue } from "../base/errors.ts";
import { splitFrontMatter } from "../yaml/front-matter.ts";
import { isYamlMap, readYaml, type YamlValue } from "../yaml/yaml.ts";

const PAIR = /^([A-Za-z][\w-]*):[ \t]+(\S.*)$/;

/** What a value of several lines begins with, or one that is whole as it stands. */
const WHOLE = /^(?:[|>][+-]?\d?\s*(?:#.*)?|"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[.*\]|\{.*\})$/;

/** Values of front matter: a scalar is its text. */
export type MatterValue = string | readonly MatterValue[] | MatterMap;

export interface MatterMap {
  readonly [key: string]: MatterValue;
}

export interface SkillMatter {
  readonly attributes: MatterMap;
  /** The YAML as it is written. */
  readonly yaml: string;
  /** The prompt. */
  readonly body: string;
  /** Line of the file in which the YAML begins, from 1. */
  readonly yamlLine: number;
  readonly warnings: readonly Issue[];
}

/** The longest public skill has some 290 KB. */
export const MAX_SKILL_BYTES = 524_288;

/** Of the front matter; no public one has a twentieth. */
const MAX_MATTER_CHARACTERS = 65_536;

/**
 * The front matter and the prompt of a SKILL.md, whose text was decoded. It is the one way to both, in the browser, too:
 * nothing of Node is in it, and nothing that is read is executed.
 *
 * @throws CmsError `frontmatter_language`, `frontmatter_unclosed`, `invalid_skill` where there is no front matter, and
 * what `readYaml` throws
 */
export function takeMatter(text: string, path: string): SkillMatter {
  const { yaml, body, yamlLine } = splitFrontMatter(text, { path });
  if (yamlLine === 1) {
    throw broken(path, "has no front matter", 1, "Start the file with a line of ---.");
  }
  if (yaml.length > MAX_MATTER_CHARACTERS) {
    throw broken(path, `has front matter of more than ${MAX_MATTER_CHARACTERS} characters`, 1);
  }
  const overlong = yaml.split("\n").findIndex((line) => line.startsWith("---"));
  if (overlong !== -1) {
    throw broken(path, "has a line in its front matter that starts with ---", yamlLine + overlong);
  }
  const read = (block: string): MatterMap =>
    plainMap(readYaml(block, { path, firstLine: yamlLine }));
  try {
    return { attributes: read(yaml), yaml, body, yamlLine, warnings: [] };
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const told = withField(error, yaml, yamlLine);
    const quoted = quotePlainValues(yaml);
    if (quoted === yaml) throw told;
    try {
      return { attributes: read(quoted), yaml, body, yamlLine, warnings: told.issues };
    } catch {
      // Of what is written, and not of what was tried in its place.
      throw told;
    }
  }
}

/** Says in which field it is, and what to do where the reader cannot make sense of a value. */
function withField(error: CmsError, yaml: string, yamlLine: number): CmsError {
  const [issue] = error.issues;
  if (issue?.line === undefined) return error;
  const lines = yaml.split("\n").slice(0, issue.line - yamlLine + 1);
  const field = lines.map((line) => /^([A-Za-z][\w-]*):/.exec(line)?.[1]).findLast(Boolean);
  // Quotes would not help against these.
  const isUnclear =
    error.code === "yaml_syntax" && !/a quote is|a tab|is missing|no colon/.test(error.message);
  const hint =
    isUnclear && field !== undefined ? ` Put the value of ${field} in quotation marks.` : "";
  const message = `${error.message}${hint}`;
  const issues = [{ ...issue, message, ...(field !== undefined && { field }) }];
  return new CmsError(error.code, message, { issues, cause: error });
}

/** No key of `readYaml` is one that every object has. */
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

function broken(path: string, what: string, line: number, advice?: string): CmsError {
  const sentence = `${path} ${what} (line ${line}).`;
  const message = advice === undefined ? sentence : `${sentence} ${advice}`;
  const issue: Issue = { code: "invalid_skill", message, path, line };
  return new CmsError("invalid_skill", message, { issues: [issue] });
}

/**
 * Front matter whose plain values at the top are in quotes. Many skills are written with a colon or an asterisk in
 * their description, which YAML takes for something else and other readers forgive.
 */
function quotePlainValues(yaml: string): string {
  const lines = yaml.split("\n");
  const quoted: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, key, first] = PAIR.exec(line) ?? [];
    if (key === undefined || first === undefined || WHOLE.test(first.trim())) {
      quoted.push(line);
      continue;
    }
    const words = [first.trim()];
    // A plain value goes on in the lines that are indented.
    while (/^[ \t]+\S/.test(lines[at + 1] ?? "")) {
      at += 1;
      words.push((lines[at] ?? "").trim());
    }
    quoted.push(`${key}: ${JSON.stringify(words.join(" "))}`);
  }
  return quoted.join("\n");
}
