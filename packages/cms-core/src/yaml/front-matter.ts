import { CmsError, type ErrorCode } from "../base/errors.ts";

/** A file with YAML front matter, taken apart. */
export interface FrontMatter {
  /** What stands between the fences, with its last line break; empty without front matter. */
  readonly yaml: string;
  /** What follows the closing fence's line. */
  readonly body: string;
  /** Line of the file in which `yaml` begins, from 1. */
  readonly yamlLine: number;
  /** Line of the file in which `body` begins, from 1. */
  readonly bodyLine: number;
}

const FENCE = "---";
const CLOSING = `\n${FENCE}`;
const LINE_BREAK = 10;

/**
 * Takes a decoded entry file apart. Only a first line of exactly `---` opens front matter; a file that
 * begins with anything else is body alone. Nothing is executed, cached or guessed.
 * @throws CmsError `frontmatter_language` for `---js`, `--- toml`, `+++` and the like,
 * `frontmatter_unclosed` when no closing `---` line follows.
 */
export function splitFrontMatter(
  text: string,
  { path }: { readonly path?: string } = {},
): FrontMatter {
  const firstEnd = lineEnd(text, 0);
  const first = text.slice(0, firstEnd).trimEnd();
  if (first !== FENCE) {
    if (/^---[^-]|^\+\+\+$/.test(first)) throw foreignLanguage(first, path);
    return { yaml: "", body: text, yamlLine: 1, bodyLine: 1 };
  }
  const yamlStart = firstEnd + 1;
  let closing = text.indexOf(CLOSING, firstEnd);
  while (closing !== -1) {
    const start = closing + 1;
    const end = lineEnd(text, start);
    if (text.slice(start, end).trimEnd() === FENCE) {
      const yaml = text.slice(yamlStart, start);
      return {
        yaml,
        body: text.slice(end + 1),
        yamlLine: 2,
        // Counted when it is asked for: only failures tell lines.
        get bodyLine() {
          return lineBreaks(yaml) + 3;
        },
      };
    }
    closing = text.indexOf(CLOSING, start);
  }
  const message = `${path ?? "The file"} opens front matter in line 1 and has no closing "---" line.`;
  throw failure("frontmatter_unclosed", message, path);
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === LINE_BREAK) count += 1;
  return count;
}

function foreignLanguage(fence: string, path: string | undefined): CmsError {
  const message = `${path ?? "The file"} begins with "${fence.slice(0, 40)}": only YAML between "---" lines is read.`;
  return failure("frontmatter_language", message, path);
}

function failure(code: ErrorCode, message: string, path: string | undefined): CmsError {
  const issue = { code, message, line: 1, ...(path === undefined ? {} : { path }) };
  return new CmsError(code, message, { issues: [issue] });
}
