/** Placeholder for the id in the URL of a new entry. */
export const NEW_ENTRY = "new";

const NAMED = /^new:[a-z0-9]{8,32}$/;
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 12;

/** Generates a name for a new entry. Its changes are stored under it until it has an id. */
export function nameNewEntry(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  const name = Array.from(bytes, (byte) => LETTERS.charAt(byte % LETTERS.length)).join("");
  return `new:${name}`;
}

/** Returns whether the name in a URL belongs to a new entry. */
export function isNewEntry(name: string): boolean {
  return NAMED.test(name);
}

/** The names under which forms were opened, by the entry's later id. */
const formNames = new Map<string, string>();

/** Keeps the form of a new entry mounted when the entry gets its id, because the user may still be typing. */
export function carryForm(name: string, id: string): void {
  formNames.set(id, name);
}

/** Returns the React key of a form. */
export function formOf(name: string): string {
  return formNames.get(name) ?? name;
}
