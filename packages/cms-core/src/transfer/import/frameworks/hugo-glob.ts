import { RE2JS } from "re2js";

/**
 * Returns whether a path matches one of Hugo's globs: `*` matches within a folder, `**` anything, `{a,b}` one of
 * several, and `[!a]` a character. Takes linear time.
 */
export function matchesHugoGlob(path: string, glob: string): boolean {
  try {
    return RE2JS.compile(expressionOf(glob), RE2JS.DOTALL).matcher(path).matches();
  } catch {
    return false;
  }
}

const TOKEN = /\*\*+|\*|\?|\\[^]|\[!?[^\]]+\]|[^]/g;

function expressionOf(glob: string): string {
  let depth = 0;
  return [...glob.matchAll(TOKEN)]
    .map(([token]) => {
      if (token === "{") depth += 1;
      else if (token === "}" && depth > 0) {
        depth -= 1;
        return ")";
      }
      return depth > 0 && token === "," ? "|" : partOf(token);
    })
    .join("");
}

function partOf(token: string): string {
  if (token.startsWith("**")) return ".*";
  if (token === "*") return "[^/]*";
  if (token === "?") return "[^/]";
  if (token === "{") return "(?:";
  if (token.startsWith("[") && token.length > 1) {
    const isNegated = token.startsWith("[!");
    const set = token.slice(isNegated ? 2 : 1, -1).replaceAll(/[\\^[]/g, String.raw`\$&`);
    return `[${isNegated ? "^" : ""}${set}]`;
  }
  return RE2JS.quote(token.startsWith("\\") ? token.slice(1) : token);
}
