import { CmsError, type ErrorCode, sizeOf } from "@loam/cms-core";

/** Meanings of messages from Git and the network; the first match wins. */
const MEANINGS: readonly (readonly [RegExp, ErrorCode, string])[] = [
  [
    /fsck error|hasDot|fullPathname|gitmodules/i,
    "unsafe_skill",
    "The remote contains files that are unsafe to write to disk.",
  ],
  [
    /authentication failed|could not read (?:username|password)|\b401\b/i,
    "not_signed_in",
    "The remote rejected the token.",
  ],
  [
    /\b403\b|permission denied|access denied/i,
    "forbidden",
    "The token does not have permission for this on the remote.",
  ],
  [
    /couldn't find remote ref|repository .*not found|\b404\b|does not (?:exist|appear to be a git repository)|Could not find /i,
    "not_found",
    "The repository or version does not exist on the remote.",
  ],
  [/no space left|ENOSPC|EDQUOT/i, "insufficient_storage", "The disk is full."],
  [
    /could not resolve|failed to connect|couldn't connect|connection (?:refused|reset|timed out)|timed out|unable to access|fetch failed|early EOF|hung up|network|\b50[234]\b/i,
    "source_unreachable",
    "The remote cannot be reached.",
  ],
];

/** Converts a failed remote operation into an error for the caller. */
export function remoteError(output: string, cause?: unknown): CmsError {
  const [, code, sentence] = MEANINGS.find(([pattern]) => pattern.test(output)) ?? [
    undefined,
    "git_failed" as const,
    "Git failed.",
  ];
  return new CmsError(code, `${sentence} Output: ${lastMessage(output)}`, {
    ...(cause !== undefined && { cause }),
    details: { stderr: output.slice(0, 2000) },
  });
}

/** No legitimate remote sends this much. */
export function tooMuch(what: string, maxBytes: number): CmsError {
  return new CmsError(
    "unsafe_skill",
    `${what} exceeds ${sizeOf(maxBytes)}, so nothing was imported.`,
  );
}

/** Returns the remote's message (`remote:`), otherwise Git's fatal error. */
function lastMessage(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const remote = lines.filter((line) => line.startsWith("remote: "));
  const own = remote.length > 0 ? remote.map((line) => line.slice(8)) : lines;
  const fatal = own.filter((line) => remote.length > 0 || /^(?:fatal|error):/.test(line));
  const messages = (fatal.length > 0 ? fatal : own).filter((line) => line !== "");
  return messages.slice(0, 10).join("; ") || "nothing";
}
