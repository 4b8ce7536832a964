import { CmsError } from "../base/errors.ts";

/** `{{NAME}}`: letters, digits and underscores of ASCII, without spaces. */
const REFERENCE = /\{\{(\w+)\}\}/g;

/** More than an agent reads. A text that names a long value again and again would take all memory of a worker. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * Puts the values of variables into a text, in one pass: a value is data, so that nothing in it is expanded. A
 * reference to what is not defined stays as it is written (spec/skills.md, "Template variables"). Linear in the
 * length of text and answer.
 *
 * @throws CmsError `too_large`
 */
export function expandTemplate(text: string, values: ReadonlyMap<string, string>): string {
  let characters = text.length;
  // A function, because `$&` and the like in a value would mean something in a text to replace with.
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

/** The variables that a text refers to, in the order of their first place. */
export function templateNames(text: string): readonly string[] {
  const names = Array.from(text.matchAll(REFERENCE), ([, name = ""]) => name);
  return [...new Set(names)];
}
