import { hash } from "node:crypto";
import { text } from "node:stream/consumers";
import { deltaFilePath, entryFilePath, INDEX_PATH } from "../../render/public-paths.ts";
import type { EntryCopy } from "../live/read-damaged.ts";
import type { PublicFiles } from "./public-storage.ts";

/**
 * Returns the live entries of a commit as in its public files, by id, to replace what is damaged in the repository.
 * Uses only files that match their `_index.json`, and none if the files belong to another commit.
 *
 * @throws CmsError `storage_failed`
 */
export async function readCopies(
  files: Pick<PublicFiles, "open">,
  commit: string,
): Promise<ReadonlyMap<string, EntryCopy> | undefined> {
  const copies = new Map<string, EntryCopy>();
  const index = await readJson(files, INDEX_PATH);
  if (index?.["generatedFrom"] !== commit) return undefined;
  for (const listed of arrayOf(index["contentTypes"])) {
    const { apiId: type } = recordOf(listed) ?? {};
    if (typeof type !== "string") continue;
    const rows = arrayOf((await readJson(files, deltaFilePath(type)))?.["rows"]);
    for (const row of rows) {
      const copy = await readCopy(files, type, row);
      if (copy !== undefined) copies.set(copy.head.id, copy);
    }
  }
  return copies;
}

async function readCopy(
  files: Pick<PublicFiles, "open">,
  type: string,
  row: unknown,
): Promise<EntryCopy | undefined> {
  const [id, slug, digest] = arrayOf(row);
  if (typeof id !== "string" || typeof slug !== "string") return undefined;
  const json = await readText(files, entryFilePath(type, id));
  if (json === undefined || hash("sha256", json, "hex").slice(0, 16) !== digest) return undefined;
  const { createdAt, updatedAt, publishedAt, sortOrder } = parseRecord(json) ?? {};
  if (typeof createdAt !== "string" || typeof updatedAt !== "string") return undefined;
  if (typeof publishedAt !== "string" || typeof sortOrder !== "number") return undefined;
  return { head: { id, type, slug, createdAt, updatedAt, publishedAt, sortOrder }, json };
}

async function readJson(
  files: Pick<PublicFiles, "open">,
  path: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const found = await readText(files, path);
  return found === undefined ? undefined : parseRecord(found);
}

async function readText(
  files: Pick<PublicFiles, "open">,
  path: string,
): Promise<string | undefined> {
  const opened = await files.open(path);
  return opened === undefined ? undefined : text(opened.stream);
}

function parseRecord(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return recordOf(JSON.parse(json));
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
