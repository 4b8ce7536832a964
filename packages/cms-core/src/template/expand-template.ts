/** `{{NAME}}`: letters, digits and underscores of ASCII, without spaces. */
const REFERENCE = /\{\{(\w+)\}\}/g;

/**
 * Puts the values of variables into a text, in one pass: a value is data, so that nothing in it is expanded. A
 * reference to what is not defined stays as it is written (spec/skills.md, "Template variables"). Linear in the
 * length of text and answer.
 */
export function expandTemplate(text: string, values: ReadonlyMap<string, string>): string {
  // A function, because `$&` and the like in a value would mean something in a text to replace with.
  return text.replaceAll(REFERENCE, (reference, name: string) => values.get(name) ?? reference);
}

/** The variables that a text refers to, in the order of their first place. */
export function templateNames(text: string): readonly string[] {
  const names = Array.from(text.matchAll(REFERENCE), ([, name = ""]) => name);
  return [...new Set(names)];
}
