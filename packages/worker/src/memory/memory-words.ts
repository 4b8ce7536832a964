/** Scripts without spaces between words, and Korean, whose words include particles. */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\u3005]+/gu;

/**
 * Converts a text for the index: text without spaces becomes its overlapping pairs of characters and the last character
 * (日本語 → 日本 本語 語), so that any part of it can be found.
 */
export function indexedWords(text: string): string {
  return text.normalize("NFKC").replaceAll(RUN, (run) => {
    const characters = Array.from(run);
    const pairs = characters.map((character, at) => character + (characters[at + 1] ?? ""));
    return ` ${pairs.join(" ")} `;
  });
}

/** Converts an entry's project to one word for the index. */
export function indexedScope(projectId: string | null): string {
  return projectId === null ? "universal" : projectId.replaceAll("-", "");
}

/** Index queries for the same words. */
export interface WordMatch {
  /** In universal entries and those of a project. */
  readonly inScope: string;
  /** In all entries: ranking counts every entry that matches a part of its query, and nearly all are in a scope. */
  readonly anywhere: string;
}

/**
 * Returns index queries for all of these words in any order; words that are
 * separated by spaces match by prefix. Undefined if the text contains nothing to search for.
 */
export function matchAll(search: string, projectId: string | null): WordMatch | undefined {
  const terms = search
    .normalize("NFKC")
    // SQLite treats a NUL as the end of the query.
    .split(/[\s\0]+/)
    .flatMap((word) => matchRuns(word).concat(matchOthers(word)));
  if (terms.length === 0) return undefined;
  const scopes = [null, projectId].map((scope) => `"${indexedScope(scope)}"`);
  const anywhere = `words : (${terms.join(" AND ")})`;
  return { anywhere, inScope: `${anywhere} AND scope : (${scopes.join(" OR ")})` };
}

function matchRuns(word: string): readonly string[] {
  return Array.from(word.matchAll(RUN), ([run]) => {
    const characters = Array.from(run);
    if (characters.length === 1) return `"${run}"*`;
    const pairs = characters.slice(0, -1).map((character, at) => character + characters[at + 1]);
    return `"${pairs.join(" ")}"`;
  });
}

/** Quoted, because other characters have a meaning in the index's query language. */
function matchOthers(word: string): readonly string[] {
  return word
    .split(RUN)
    .filter((part) => /[\p{L}\p{N}\p{Co}]/u.test(part))
    .map((part) => `"${part.replaceAll('"', '""')}"*`);
}
