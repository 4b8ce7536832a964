import { del, get, set } from "idb-keyval";
import type { KeptWork } from "./schema-work.ts";

/** Unsaved work on a schema, with when it was kept. */
export interface KeptSchema extends KeptWork {
  /** ISO 8601. */
  readonly keptAt: string;
}

export interface WorkedOn {
  readonly userId: string;
  readonly site: string;
  /** API id. */
  readonly type: string;
}

function keyOf({ userId, site, type }: WorkedOn): string {
  return `schema/${userId}/${site}/${type}`;
}

/** What this browser kept; undefined where there is nothing, or nothing that can be read. */
export async function readKept(of: WorkedOn): Promise<KeptSchema | undefined> {
  const kept: unknown = await get(keyOf(of));
  return isKept(kept) ? kept : undefined;
}

export async function keep(of: WorkedOn, work: KeptSchema): Promise<void> {
  await set(keyOf(of), { format: FORMAT, ...work });
}

export async function forget(of: WorkedOn): Promise<void> {
  await del(keyOf(of));
}

/** Raised when what is kept is arranged in another way. */
const FORMAT = 1;

function isKept(kept: unknown): kept is KeptSchema {
  return typeof kept === "object" && kept !== null && "format" in kept && kept.format === FORMAT;
}
