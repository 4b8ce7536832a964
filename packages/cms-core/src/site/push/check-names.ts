import { isCmsError, type Issue } from "../../base/errors.ts";
import { sizeOf } from "../../base/quantity.ts";
import { parseTreePath } from "../../git/objects/tree.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { LIMITS } from "../../model/limits.ts";

const PLAIN_FILES: ReadonlySet<string> = new Set(["100644", "100755"]);
/** Enough to show what is wrong; one issue suffices to reject a push. */
const MOST_ISSUES = 1000;
/** Files that HQ reads, whatever a site's `paths` are. */
const READ = /\.(?:md|mdx|markdown|yml)$|^types\/|(?:^|\/)\.gitattributes$/;
const ATTRIBUTES = /(?:^|\/)\.gitattributes$/;
/** Git itself ignores much longer files. */
const ATTRIBUTES_BYTES = 100_000;
/** Device names, which Windows cannot check out. */
const DEVICE = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:\.|$)/i;
const NOT_ON_WINDOWS = /[<>:"|?*]|[. ]$/;
/** Attributes that make Git run commands, or merge differently from HQ. */
const RUNS = /(?:^|[ \t])[-!]?(?:filter|diff|merge|working-tree-encoding)(?:[=\s]|$)/m;

interface NewCommits {
  /** Undefined if there was nothing before. */
  readonly from: string | undefined;
  readonly to: string;
}

/**
 * Checks what no commit of a site may contain (security notes, GIT-01): links, submodules, names that some systems
 * cannot check out or confuse with others, and files too large to be read. Checks every commit, including files that a
 * later commit removes: anyone can check out the first one.
 *
 * @throws CmsError `too_large` if there are too many files to check
 */
export async function checkNames(
  incoming: GitRepository,
  { from, to }: NewCommits,
): Promise<Issue[]> {
  const issues = new Map<string, Issue>();
  const read = new Map<string, string>();
  let isNew = false;
  await incoming.readChangeLog(to, {
    ...(from !== undefined && { since: from }),
    unchecked: true,
    take: (change) => {
      const { path, after } = change;
      if (after === undefined) return true;
      isNew ||= change.before === undefined;
      const issue = nameIssue(change);
      if (issue !== undefined) issues.set(path, issue);
      else if (READ.test(path)) read.set(after, path);
      return issues.size < MOST_ISSUES;
    },
  });
  if (issues.size > 0) return [...issues.values()];
  const large = await sizeIssues(incoming, read);
  if (large.length > 0) return large;
  const running = await attributeIssues(incoming, read);
  if (!isNew) return running;
  const files = await incoming.listFiles(to);
  return [...running, ...sameNameIssues(files.map(({ path }) => path))];
}

/** Oversized files aren't read. */
async function sizeIssues(
  incoming: GitRepository,
  files: ReadonlyMap<string, string>,
): Promise<Issue[]> {
  const sizes = await incoming.blobSizes([...files.keys()]);
  return [...files.values()].flatMap((path, place): Issue[] => {
    const most = ATTRIBUTES.test(path) ? ATTRIBUTES_BYTES : LIMITS.fileBytes;
    const size = sizes[place] ?? 0;
    if (size <= most) return [];
    return [
      {
        code: "too_large",
        message: `The file is ${sizeOf(size)}, which is more than the limit of ${sizeOf(most)}.`,
        path,
      },
    ];
  });
}

async function attributeIssues(
  incoming: GitRepository,
  files: ReadonlyMap<string, string>,
): Promise<Issue[]> {
  const issues = new Map<string, Issue>();
  for (const [blob, path] of files) {
    if (!ATTRIBUTES.test(path)) continue;
    if (RUNS.test(Buffer.from(await incoming.readBlob(blob)).toString("utf8"))) {
      const what =
        "The file sets filter, diff, merge, or working-tree-encoding, which is not allowed. Remove these attributes.";
      issues.set(path, refusal(path, what));
    }
  }
  return [...issues.values()];
}

/** Checks a file by its name and mode only. */
export function nameIssue({ path, mode = "100644" }: FileChange): Issue | undefined {
  const shown = path.slice(0, 255);
  if (!PLAIN_FILES.has(mode)) {
    return refusal(shown, "Symbolic links and submodules are not allowed. Add the file itself.");
  }
  try {
    parseTreePath(path);
  } catch (error) {
    if (!isCmsError(error)) throw error;
    return refusal(shown, error.message);
  }
  // Invalid UTF-8 is decoded to this character.
  if (path.includes("\ufffd"))
    return refusal(shown, "The file name is not valid UTF-8. Rename the file.");
  if (path.normalize("NFC") !== path) {
    return refusal(shown, "The file name is not in Unicode NFC. Rename the file.");
  }
  const bad = path.split("/").find((part) => DEVICE.test(part) || NOT_ON_WINDOWS.test(part));
  if (bad === undefined) return undefined;
  return refusal(shown, `The file name "${bad.slice(0, 80)}" is not allowed on Windows.`);
}

/** Finds files and folders whose names differ only in case. On some systems only one of them can exist. */
export function sameNameIssues(paths: readonly string[]): Issue[] {
  const names = new Map<string, string>();
  const issues: Issue[] = [];
  for (const path of paths) {
    for (let end = path.indexOf("/"); ; end = path.indexOf("/", end + 1)) {
      const name = end === -1 ? path : path.slice(0, end);
      const folded = name.toLowerCase();
      const known = names.get(folded) ?? name;
      names.set(folded, known);
      if (known !== name) {
        issues.push(refusal(path, `The name differs from ${known} only in case.`));
        break;
      }
      if (end === -1) break;
    }
    if (issues.length >= MOST_ISSUES) break;
  }
  return issues;
}

function refusal(path: string, message: string): Issue {
  return { code: "invalid_path", message, path };
}
