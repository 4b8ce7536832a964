import type { WorkerState } from "./open-state.ts";

/** The worker's identity: one text per name. */
export type IdentityName = "key_pair" | "api_token_hash" | "login";

export function readIdentity({ database }: WorkerState, name: IdentityName): string | undefined {
  const row = database.prepare("SELECT value FROM identity WHERE name = ?").get(name);
  return row === undefined ? undefined : String(row["value"]);
}

/** If several processes create a value at the same time, the first one wins, and all use it. */
export function putIdentityOnce(state: WorkerState, name: IdentityName, value: string): string {
  return state.write(() => {
    const known = readIdentity(state, name);
    if (known !== undefined) return known;
    state.database.prepare("INSERT INTO identity VALUES (?, ?)").run(name, value);
    return value;
  });
}

/** Replaces a value. */
export function replaceIdentity(state: WorkerState, name: IdentityName, value: string): void {
  state.write(() => {
    state.database.prepare("INSERT OR REPLACE INTO identity VALUES (?, ?)").run(name, value);
  });
}
