import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { ReadsRecord } from "../store/reads.ts";
import type { ContentSnapshot } from "../store/snapshot.ts";

/** Raised when a record, or what pages are rendered from, has another form: the next build is a full one. */
const FORMAT = 1;

/** A page as it was rendered last. */
export interface PageRecord {
  /** By which Astro knows that the file it keeps is this page. */
  readonly key: string;
  readonly reads: ReadsRecord;
}

/** What one build tells the next. */
export interface BuildRecord {
  /** Of everything besides the content that pages are made with. */
  readonly code: string;
  /** The content that all pages were rendered from. */
  readonly content: ContentSnapshot;
  /** What was read for all pages together: by `getStaticPaths()` and by modules while they were loaded. */
  readonly shared: ReadsRecord;
  /** By address. */
  readonly pages: Readonly<Record<string, PageRecord>>;
}

interface StoredRecord extends BuildRecord {
  readonly format: number;
}

/** The record of the last build that ended well; `undefined` where there is none of this form. */
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

/** While there is no record every page is rendered, so a build that is cut off leaves nothing stale. */
export async function removeBuildRecord(path: string): Promise<void> {
  await rm(path, { force: true });
}

export async function writeBuildRecord(path: string, record: BuildRecord): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const stored: StoredRecord = { format: FORMAT, ...record };
  await writeFile(`${path}.new`, JSON.stringify(stored));
  await rename(`${path}.new`, path);
}
