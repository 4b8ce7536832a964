import { CmsError, type ErrorCode } from "../base/errors.ts";

/** A file split at its YAML front matter. */
export interface FrontMatter {
  /** Text between the fences with its last line break; empty without front matter. */
  readonly yaml: string;
  /** Text after the line of the closing fence. */
  readonly body: string;
  /** Line number at which `yaml` starts, from 1. */
  readonly yamlLine: number;
  /** Line number at which `body` starts, from 1. */
  readonly bodyLine: number;
}

const FENCE = "---";
/** Ends a YAML document, and front matter in Pandoc and Jekyll. */
const DOTS = "...";
const LINE_BREAK = 10;

interface SplitOptions {
  readonly path?: string;
  /** Whether a line `...` also closes front matter. @default false */
  readonly dots?: boolean;
}

/**
 * Splits a decoded entry file. Only a first line of exactly `---` opens front matter; any other file is all body.
 * Nothing is executed, cached, or guessed.
 * @throws CmsError `frontmatter_language` for `---js`, `--- toml`, `+++`, and similar, `frontmatter_unclosed` without a
 * closing `---` line
 */
export function splitFrontMatter(
  text: string,
  { path, dots = false }: SplitOptions = {},
): FrontMatter {
  const firstEnd = lineEnd(text, 0);
  const first = text.slice(0, firstEnd).trimEnd();
  if (first !== FENCE) {
    if (/^---[^-]|^\+\+\+$/.test(first)) throw foreignLanguage(first, path);
    return { yaml: "", body: text, yamlLine: 1, bodyLine: 1 };
  }
  const yamlStart = firstEnd + 1;
  const next = (from: number): number => nextClosing(text, from, dots);
  for (let closing = next(firstEnd); closing !== -1; closing = next(closing + 1)) {
    const start = closing + 1;
    const end = lineEnd(text, start);
    const line = text.slice(start, end).trimEnd();
    if (line === FENCE || line === DOTS) {
      const yaml = text.slice(yamlStart, start);
      return {
        yaml,
        body: text.slice(end + 1),
        yamlLine: 2,
        // Computed on demand: only errors need line numbers.
        get bodyLine() {
          return lineBreaks(yaml) + 3;
        },
      };
    }
  }
  const message = `${path ?? "The file"} starts front matter in line 1 but has no closing "---" line.`;
  throw failure("frontmatter_unclosed", message, path);
}

/** Returns the offset of the line break before the next line that can close front matter; -1 without one. */
function nextClosing(text: string, from: number, dots: boolean): number {
  const fence = text.indexOf(`\n${FENCE}`, from);
  const dotted = dots ? text.indexOf(`\n${DOTS}`, from) : -1;
  return fence === -1 || dotted === -1 ? Math.max(fence, dotted) : Math.min(fence, dotted);
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
  const message = `${path ?? "The file"} starts with "${fence.slice(0, 40)}". Only YAML between "---" lines is supported.`;
  return failure("frontmatter_language", message, path);
}

function failure(code: ErrorCode, message: string, path: string | undefined): CmsError {
  const issue = { code, message, line: 1, ...(path === undefined ? {} : { path }) };
  return new CmsError(code, message, { issues: [issue] });
}
