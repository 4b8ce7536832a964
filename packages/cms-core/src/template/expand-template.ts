import { CmsError } from "../base/errors.ts";

/** Matches `{{NAME}}`: ASCII letters, digits, and underscores, without spaces. */
const REFERENCE = /\{\{(\w+)\}\}/g;

/** More than an agent can read. Without a limit, repeating a long value could fill a worker's memory. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * Expands the variables in a text in one pass. Values are data and not expanded further. References to undefined
 * variables stay unchanged (spec/skills.md, "Template variables"). Linear in the length of input and output.
 *
 * @throws CmsError `too_large`
 */
export function expandTemplate(text: string, values: ReadonlyMap<string, string>): string {
  let characters = text.length;
  // A function, because a replacement string would interpret `$&` and similar in a value.
  return text.replaceAll(REFERENCE, (reference, name: string) => {
    const value = values.get(name) ?? reference;
    characters += value.length - reference.length;
    if (characters > MAX_CHARACTERS) throw tooLarge();
    return value;
  });
}

function tooLarge(): CmsError {
  const message = `The expanded prompt has more than ${MAX_CHARACTERS} characters. Use long values less often, or keep them in a file.`;
  return new CmsError("too_large", message);
}

/** Returns the variables that a text refers to, in order of first occurrence. */
export function templateNames(text: string): readonly string[] {
  const names = Array.from(text.matchAll(REFERENCE), ([, name = ""]) => name);
  return [...new Set(names)];
}
