import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { ReadsRecord } from "../store/reads.ts";
import type { ContentSnapshot } from "../store/snapshot.ts";

/** Incremented when the format of a record or the input of pages changes. The next build is then a full one. */
const FORMAT = 1;

/** The last render of a page. */
export interface PageRecord {
  /** Key by which Astro identifies the cached file of the page. */
  readonly key: string;
  readonly reads: ReadsRecord;
}

/** The record of a build for the next one. */
export interface BuildRecord {
  /** Hash of everything except the content that pages depend on. */
  readonly code: string;
  /** Content from which all pages were rendered. */
  readonly content: ContentSnapshot;
  /** Reads shared by all pages: those of `getStaticPaths()` and of modules while they were loaded. */
  readonly shared: ReadsRecord;
  /** Pages by URL path. */
  readonly pages: Readonly<Record<string, PageRecord>>;
}

interface StoredRecord extends BuildRecord {
  readonly format: number;
}

/** Reads the record of the last successful build; `undefined` if there is none in this format. */
export async function readBuildRecord(path: string): Promise<BuildRecord | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is StoredRecord {
  return typeof value === "object" && value !== null && Reflect.get(value, "format") === FORMAT;
}

/** Without a record, every page is rendered, so an interrupted build leaves nothing stale. */
export async function removeBuildRecord(path: string): Promise<void> {
  await rm(path, { force: true });
}

export async function writeBuildRecord(path: string, record: BuildRecord): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const stored: StoredRecord = { format: FORMAT, ...record };
  await writeFile(`${path}.new`, JSON.stringify(stored));
  await rename(`${path}.new`, path);
}
