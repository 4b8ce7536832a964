import { del, get, set } from "idb-keyval";
import type { KeptWork } from "./schema-work.ts";

/** Unsaved changes to a schema, with the time they were stored. */
export interface KeptSchema extends KeptWork {
  /** ISO 8601. */
  readonly keptAt: string;
}

export interface WorkedOn {
  readonly userId: string;
  readonly site: string;
  /** API ID. */
  readonly type: string;
}

function keyOf({ userId, site, type }: WorkedOn): string {
  return `schema/${userId}/${site}/${type}`;
}

/** Loads the unsaved changes from this browser; undefined if there are none, or they can't be parsed. */
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

/** Incremented when the stored format changes. */
const FORMAT = 1;

function isKept(kept: unknown): kept is KeptSchema {
  return typeof kept === "object" && kept !== null && "format" in kept && kept.format === FORMAT;
}
