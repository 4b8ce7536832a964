import type { WorkerState } from "./open-state.ts";

/** What the worker must know of itself: one text a name. */
export type IdentityName = "key_pair" | "api_token_hash" | "login";

export function readIdentity({ database }: WorkerState, name: IdentityName): string | undefined {
  const row = database.prepare("SELECT value FROM identity WHERE name = ?").get(name);
  return row === undefined ? undefined : String(row["value"]);
}

/** Of several processes that make one at once the first one's counts, and all have that. */
export function keepIdentity(state: WorkerState, name: IdentityName, value: string): string {
  return state.write(() => {
    const known = readIdentity(state, name);
    if (known !== undefined) return known;
    state.database.prepare("INSERT INTO identity VALUES (?, ?)").run(name, value);
    return value;
  });
}

/** Puts another in the place of what was there. */
export function replaceIdentity(state: WorkerState, name: IdentityName, value: string): void {
  state.write(() => {
    state.database.prepare("INSERT OR REPLACE INTO identity VALUES (?, ?)").run(name, value);
  });
}
