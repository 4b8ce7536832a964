import type { Issue } from "@loam/cms-core";

/**
 * Formats an issue for the pusher's terminal: `file:line: code: message` (contracts §6).
 *
 * @param folder - prefix of the issue's path, with a trailing slash
 */
export function issueLine({ code, message, path, line }: Issue, folder = ""): string {
  if (path === undefined) return `${code}: ${message}`;
  const at = line === undefined ? path : `${path}:${line}`;
  const named = [`${at}: `, `${path}: `].find((start) => message.startsWith(start)) ?? "";
  return `${folder}${at}: ${code}: ${message.slice(named.length)}`;
}
