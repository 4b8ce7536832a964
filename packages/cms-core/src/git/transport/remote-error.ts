import { CmsError, type ErrorCode } from "../../base/errors.ts";

interface Reason {
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  /** Tells the user what to do; Git's message follows. */
  readonly message: string;
}

/** Messages of Git and ssh and their meanings; the first match wins. */
const REASONS: readonly Reason[] = [
  {
    pattern: /cannot run (?:'?)ssh|unable to fork/i,
    code: "upstream_failed",
    message: "Upstreams over SSH need OpenSSH, but ssh is not in PATH. Install OpenSSH.",
  },
  {
    pattern: /host key verification failed|host identification has changed/i,
    code: "upstream_host_changed",
    message:
      "The Git host's SSH key doesn't match the stored key. Confirm the new key with the operator of the Git host, then set it.",
  },
  {
    pattern: /returned error: 30\d|redirect/i,
    code: "upstream_failed",
    message: "The URL redirects to another one. Set the final URL.",
  },
  {
    pattern:
      /authentication failed|could not read (?:username|password)|permission denied|access denied|returned error: 40[13]|invalid (?:username|credentials)|write access|not allowed to (?:push|access)|terminal prompts disabled/i,
    code: "upstream_denied",
    message:
      "The Git host rejected the credential, or the credential lacks permission. Set one that can read and write the repository.",
  },
  {
    pattern: /returned error: 404|not found|does not (?:exist|appear to be a git repository)/i,
    code: "upstream_denied",
    message: "There is no repository at this URL, or the credential cannot access it. Check both.",
  },
  {
    pattern: /returned error: 429/i,
    code: "upstream_unreachable",
    message: "The Git host is rate limiting requests. HQ tries again later.",
  },
  {
    pattern: /certificate|ssl|tls/i,
    code: "upstream_unreachable",
    message: "Could not establish a secure connection to the Git host. Check its certificate.",
  },
  {
    pattern:
      /could not resolve|connect|connection|timed out|timeout|no route|unreachable|returned error: 5\d\d|early eof|hung up|empty reply|too slow|broken pipe|recv failure|curl \d+/i,
    code: "upstream_unreachable",
    message: "The Git host cannot be reached.",
  },
  {
    pattern:
      /fsck|object .*(?:corrupt|invalid|bad)|badtree|hasdot|fullpathname|zeropadded|index-pack/i,
    code: "upstream_failed",
    message: "Git rejected the objects sent by the Git host.",
  },
];

const MAX_REASON_LENGTH = 300;

/** Converts a failed remote command into an error for users. `stderr` must not contain secrets. */
export function remoteError(stderr: string): CmsError {
  const detail = findReason(stderr);
  const reason = REASONS.find(({ pattern }) => pattern.test(stderr));
  const message = reason?.message ?? "Git failed.";
  return new CmsError(
    reason?.code ?? "upstream_failed",
    detail === "" ? message : `${message} (${detail})`,
  );
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const CHATTER =
  /^(?:remote: *)?(?:warning: |hint: |note: |To |Enumerating|Counting|Total |Cloning)/i;

/** Returns the most informative line as plain text. */
export function findReason(stderr: string): string {
  const lines = stderr
    .replaceAll(CONTROL, " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !CHATTER.test(line) && !/^@+$/.test(line));
  const line = lines.find((text) => /^(?:fatal|error|ssh|ERROR):?/.test(text)) ?? lines[0] ?? "";
  return line.replace(/^(?:fatal|error): /, "").slice(0, MAX_REASON_LENGTH);
}
