import { CmsError, type Issue } from "../base/errors.ts";

/** What turns text around, is not shown at all, or moves the cursor of a terminal. */
const HIDDEN: readonly (readonly [RegExp, string])[] = [
  [/[\u202a-\u202e\u2066-\u2069]/u, "turns the direction of text"],
  [/[\u{e0000}-\u{e007f}]/u, "is a tag, which no screen shows"],
  [/[\u200b\u2060-\u2064\u180e\ufeff\u00ad]/u, "has no width"],
  [/[\u{e0100}-\u{e01ef}]/u, "selects a variant, and can carry text that no screen shows"],
  // oxlint-disable-next-line no-control-regex
  [/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u, "is a control character"],
];

const ANY = new RegExp(HIDDEN.map(([{ source }]) => source).join("|"), "gu");
/** More of one file help nobody. */
const MOST_TOLD = 20;

/**
 * Characters of a text by which a person who reviews it sees something else than a program reads: one issue for each,
 * the first twenty. Bytes that are no UTF-8 text are not looked at.
 */
export function findHiddenCharacters(bytes: Uint8Array, path: string): readonly Issue[] {
  const text = decode(bytes);
  if (text === undefined) return [];
  const issues: Issue[] = [];
  let [line, counted] = [1, 0];
  for (const { 0: character, index } of text.matchAll(ANY)) {
    if (issues.length === MOST_TOLD) break;
    for (; counted < index; counted += 1) if (text.charCodeAt(counted) === NEW_LINE) line += 1;
    const what = HIDDEN.find(([pattern]) => pattern.test(character))?.[1] ?? "is hidden";
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    const message = `${path}:${line}: U+${code} ${what}; take it out.`;
    issues.push({ code: "unsafe_skill", message, path, line });
  }
  return issues;
}

/**
 * Looks at every text of a skill's folder for characters that hide something; what has a NUL is no text.
 *
 * @throws CmsError `unsafe_skill` with an issue for each
 */
export function checkSkillTexts(
  files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  folder: string,
): void {
  const issues = files
    .filter(({ bytes }) => !bytes.includes(0))
    .flatMap(({ path, bytes }) => findHiddenCharacters(bytes, `${folder}/${path}`));
  const [first] = issues;
  if (first !== undefined) throw new CmsError("unsafe_skill", first.message, { issues });
}

const NEW_LINE = 10;

function decode(bytes: Uint8Array): string | undefined {
  try {
    // A mark of the byte order at the beginning says nothing.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
