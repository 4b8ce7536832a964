import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** State needed for the next start. Written last, when everything is set up. */
export interface DemoState {
  readonly siteId: string;
  readonly email: string;
  readonly password: string;
  readonly readKey: string;
}

const KEYS = ["siteId", "email", "password", "readKey"] as const;

/** Returns the state from an earlier run in `folder`; undefined if that run wasn't finished. */
export async function readDemoState(folder: string): Promise<DemoState | undefined> {
  try {
    const state: unknown = JSON.parse(await readFile(statePath(folder), "utf8"));
    return isDemoState(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Readable only by the user, because it contains the login and the keys. */
export async function writeDemoState(folder: string, state: DemoState): Promise<void> {
  const path = statePath(folder);
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(4).toString("hex")}`;
  await writeFile(temporary, `${JSON.stringify(state, undefined, 2)}\n`, { mode: 0o600 });
  await rename(temporary, path);
}

function statePath(folder: string): string {
  return join(folder, "demo.json");
}

function isDemoState(value: unknown): value is DemoState {
  if (typeof value !== "object" || value === null) return false;
  const entries = new Map<string, unknown>(Object.entries(value));
  return KEYS.every((key) => typeof entries.get(key) === "string");
}
