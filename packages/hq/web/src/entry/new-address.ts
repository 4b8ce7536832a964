/** What stands in an address in the place of an id, for an entry that is to be begun. */
export const NEW = "new";

const NAMED = /^new:[a-z0-9]{8,32}$/;
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 12;

/** A name for an entry that is not there yet: its words are kept under it until it has an id. */
export function nameNewEntry(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  const name = Array.from(bytes, (byte) => LETTERS.charAt(byte % LETTERS.length)).join("");
  return `new:${name}`;
}

/** Whether an address names an entry that is not there yet. */
export function isNewEntry(name: string): boolean {
  return NAMED.test(name);
}

/** Under which name the form of an entry was begun, by the id that it has now. */
const begun = new Map<string, string>();

/** The form of a new entry stays as it is when the entry gets its id: somebody may be typing on. */
export function carryForm(name: string, id: string): void {
  begun.set(id, name);
}

/** What tells forms apart. */
export function formOf(name: string): string {
  return begun.get(name) ?? name;
}
