import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

const CHILD = resolve(import.meta.dirname, "memory-child.ts");

/** Memory of a process that has a site open, in bytes. */
export interface HeldMemory {
  /** Of V8 and buffers; `all` is the sum of the parts. */
  readonly bytes: Readonly<Record<"store" | "live" | "tables" | "index" | "all", number>>;
  readonly rss: number;
  /** Size of the published JSON of all entries. */
  readonly textBytes: number;
}

/** Opens the site in a separate process. */
export async function measureMemory(folder: string): Promise<HeldMemory> {
  const args = ["--expose-gc", "-C", "@loam/source", CHILD, folder];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const held: unknown = JSON.parse(stdout);
  if (!isHeldMemory(held)) throw new TypeError(`${CHILD} printed no report`);
  return held;
}

function isHeldMemory(value: unknown): value is HeldMemory {
  return typeof value === "object" && value !== null && "bytes" in value && "textBytes" in value;
}
