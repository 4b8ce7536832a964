/** What stands in an address in the place of an id, for an entry that is not there yet. */
export const NEW = "new";

/** What is passed to the address of an entry that was just made: its form goes on there as it is. */
export const BEGUN = { form: NEW };

export function wasBegun(passed: unknown): boolean {
  return typeof passed === "object" && passed !== null && "form" in passed && passed.form === NEW;
}
