/** Scripts that put no spaces between words, and Korean, whose words carry their particles. */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\u3005]+/gu;

/**
 * A text as the index has it: what has no spaces between its words becomes its overlapping pairs of characters, and the
 * last one alone (日本語 → 日本 本語 語), so that it is found by any part of it.
 */
export function indexedWords(text: string): string {
  return text.normalize("NFKC").replaceAll(RUN, (run) => {
    const characters = Array.from(run);
    const pairs = characters.map((character, at) => character + (characters[at + 1] ?? ""));
    return ` ${pairs.join(" ")} `;
  });
}

/** Whose an entry is, as the index has it: one word. */
export function indexedScope(projectId: string | null): string {
  return projectId === null ? "universal" : projectId.replaceAll("-", "");
}

/** Questions to the index that find the same words. */
export interface WordMatch {
  /** In universal entries and those of a project. */
  readonly inScope: string;
  /** In all entries: what ranks counts every entry that a part of its question finds, and nearly all are in a scope. */
  readonly anywhere: string;
}

/**
 * What finds all of these words in the index, in any order: other words by their beginnings. Undefined where the text has
 * nothing to look for.
 */
export function matchAll(search: string, projectId: string | null): WordMatch | undefined {
  const terms = search
    .normalize("NFKC")
    // SQLite takes a NUL for the end of what is asked.
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

/** Quoted: in the index's language of questions much else would mean something. */
function matchOthers(word: string): readonly string[] {
  return word
    .split(RUN)
    .filter((part) => /[\p{L}\p{N}\p{Co}]/u.test(part))
    .map((part) => `"${part.replaceAll('"', '""')}"*`);
}
