import type { Issue } from "@loam/cms-core";

/**
 * An issue as a line on the terminal of who pushed: `file:line: code: message` (contracts §6).
 *
 * @param folder - in which the paths of the issue begin, with a slash at its end
 */
export function issueLine({ code, message, path, line }: Issue, folder = ""): string {
  if (path === undefined) return `${code}: ${message}`;
  const at = line === undefined ? path : `${path}:${line}`;
  const named = [`${at}: `, `${path}: `].find((start) => message.startsWith(start)) ?? "";
  return `${folder}${at}: ${code}: ${message.slice(named.length)}`;
}
