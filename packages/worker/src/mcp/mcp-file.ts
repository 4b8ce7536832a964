import { readFileSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { CmsError } from "@loam/cms-core";
import { syncFolder, writeNewFile } from "@loam/cms-core/program";

/** A server as its entry in the file has it; what is in it is the agent's affair. */
export type McpServer = Readonly<Record<string, unknown>>;

/** The agent's file of MCP servers, which people and other programs write, too. */
export type McpFile =
  | { readonly kind: "absent" }
  /** With a cause where it is the disk that fails. */
  | { readonly kind: "broken"; readonly reason: string; readonly cause?: Error }
  | {
      readonly kind: "read";
      /** All of the file. */
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
 * Puts a whole file in the place of what is there; a link to it stays one. A kill leaves the one or the other, and
 * nobody else may read a new one: servers' tokens stand in such files. One process at a time.
 *
 * @param keep - whether what is there is kept at `previousMcpFile`
 * @throws CmsError `storage_failed`
 */
export function writeMcpFile(
  path: string,
  document: Readonly<Record<string, unknown>>,
  { keep }: { readonly keep: boolean },
): void {
  const target = follow(path);
  // Of a fixed name, so that what a kill leaves is replaced by the next.
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

/** Where the file is as it was before a project's server replaced another one. */
export function previousMcpFile(path: string): string {
  return `${follow(path)}.loam-previous`;
}

/**
 * Makes sure that what stands there outlives a power cut: it may be from a write that failed at its very end.
 *
 * @throws CmsError `storage_failed`
 */
export function keepMcpFile(path: string): void {
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
