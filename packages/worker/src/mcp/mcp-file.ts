import { readFileSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { CmsError } from "@loam/cms-core";
import { syncFolder, writeNewFile } from "@loam/cms-core/program";

/** A server's entry in the file; only the agent interprets it. */
export type McpServer = Readonly<Record<string, unknown>>;

/** The agent's file of MCP servers, which users and other tools also write. */
export type McpFile =
  | { readonly kind: "absent" }
  /** Has a cause if the disk fails. */
  | { readonly kind: "broken"; readonly reason: string; readonly cause?: Error }
  | {
      readonly kind: "read";
      /** The whole file. */
      readonly document: Readonly<Record<string, unknown>>;
      readonly servers: ReadonlyMap<string, McpServer>;
    };

export function readMcpFile(path: string): McpFile {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ("code" in error && error.code === "ENOENT") return { kind: "absent" };
    return { kind: "broken", reason: `it cannot be read (${error.message})`, cause: error };
  }
  try {
    return parseMcpFile(text);
  } catch {
    return { kind: "broken", reason: "it is not JSON" };
  }
}

function parseMcpFile(text: string): McpFile {
  const document: unknown = text.trim() === "" ? {} : JSON.parse(text);
  if (!isObject(document)) return { kind: "broken", reason: "it is not a JSON object" };
  const { mcpServers = {} } = document;
  if (!isObject(mcpServers))
    return { kind: "broken", reason: "its mcpServers value is not an object" };
  const servers = Object.entries(mcpServers).filter((entry): entry is [string, McpServer] =>
    isObject(entry[1]),
  );
  return { kind: "read", document, servers: new Map(servers) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Replaces a file atomically and follows a link to it. Only the owner can read a new file, because it can contain
 * servers' tokens. Only one process can write at a time.
 *
 * @param keep - whether to keep the old file at `previousMcpFile`
 * @throws CmsError `storage_failed`
 */
export function writeMcpFile(
  path: string,
  document: Readonly<Record<string, unknown>>,
  { keep }: { readonly keep: boolean },
): void {
  const target = follow(path);
  // A fixed name, so that the next write replaces the leftovers of a kill.
  const unfinished = `${target}.loam-new`;
  onDisk(path, () => {
    if (keep) {
      const previous = previousMcpFile(path);
      rmSync(previous, { force: true });
      writeNewFile(previous, readFileSync(target, "utf8"), modeOf(target));
    }
    rmSync(unfinished, { force: true });
    writeNewFile(unfinished, `${JSON.stringify(document, undefined, 2)}\n`, modeOf(target));
    renameSync(unfinished, target);
    syncFolder(dirname(target));
  });
}

/** Path of the file's copy from before a project's server replaced another one. */
export function previousMcpFile(path: string): string {
  return `${follow(path)}.loam-previous`;
}

/**
 * Syncs the file: it may come from a write that failed at the very end.
 *
 * @throws CmsError `storage_failed`
 */
export function syncMcpFile(path: string): void {
  onDisk(path, () => syncFolder(dirname(follow(path))));
}

function onDisk(path: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CmsError(
      "storage_failed",
      `${path} cannot be written (${reason}). The existing file is unchanged. Try again.`,
      { cause },
    );
  }
}

function follow(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function modeOf(path: string): number {
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777;
}
