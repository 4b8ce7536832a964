import { isCmsError, type Issue } from "../../base/errors.ts";
import type { FileChange } from "../../git/diff-reader.ts";
import type { GitRepository } from "../../git/repository.ts";
import { parseTreePath } from "../../git/tree-path.ts";

const PLAIN_FILES: ReadonlySet<string> = new Set(["100644", "100755"]);
/** Enough to show what is wrong; a push is refused by the first. */
const MOST_ISSUES = 1000;
/** Names of devices, which no checkout on Windows can have. */
const DEVICE = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:\.|$)/i;
const NOT_ON_WINDOWS = /[<>:"|?*]|[. ]$/;
/** What makes a checkout run programs, or merge in a way that HQ does not. */
const RUNS = /(?:^|[ \t])[-!]?(?:filter|diff|merge|working-tree-encoding)(?:[=\s]|$)/m;

interface NewCommits {
  /** Undefined where nothing was before. */
  readonly from: string | undefined;
  readonly to: string;
}

/**
 * What no commit of a site may bring, wherever in it (security notes, GIT-01): links, submodules, names that some
 * machine cannot check out or knows as another one. Also what a later commit takes away again: whoever checks out the
 * first has it.
 */
export async function checkNames(
  incoming: GitRepository,
  { from, to }: NewCommits,
): Promise<Issue[]> {
  const issues = new Map<string, Issue>();
  const attributes = new Map<string, string>();
  let isNew = false;
  await incoming.readChangeLog(to, {
    ...(from !== undefined && { since: from }),
    every: true,
    take: (change) => {
      const { path, after } = change;
      if (after === undefined) return true;
      isNew ||= change.before === undefined;
      const issue = nameIssue(change);
      if (issue !== undefined) issues.set(path, issue);
      else if (path === ".gitattributes" || path.endsWith("/.gitattributes")) {
        attributes.set(after, path);
      }
      return issues.size < MOST_ISSUES;
    },
  });
  if (issues.size > 0) return [...issues.values()];
  const texts = await incoming.readBlobs([...attributes.keys()]);
  for (const [place, path] of [...attributes.values()].entries()) {
    if (RUNS.test(Buffer.from(texts[place] ?? []).toString("utf8"))) {
      const what = "It sets filter, diff, merge or working-tree-encoding; leave them out.";
      issues.set(path, refusal(path, what));
    }
  }
  if (!isNew) return [...issues.values()];
  const files = await incoming.listFiles(to);
  return [...issues.values(), ...sameNameIssues(files.map(({ path }) => path))];
}

/** What is wrong with a file by its name and mode alone. */
export function nameIssue({ path, mode = "100644" }: FileChange): Issue | undefined {
  const shown = path.slice(0, 255);
  if (!PLAIN_FILES.has(mode)) {
    return refusal(shown, "It is a symbolic link or a submodule; only files are kept.");
  }
  try {
    parseTreePath(path);
  } catch (error) {
    if (!isCmsError(error)) throw error;
    return refusal(shown, error.message);
  }
  if (path.normalize("NFC") !== path) {
    return refusal(shown, "Its name is not in the Unicode form NFC; rename it.");
  }
  const bad = path.split("/").find((part) => DEVICE.test(part) || NOT_ON_WINDOWS.test(part));
  if (bad === undefined) return undefined;
  return refusal(shown, `Windows can have no file with the name "${bad.slice(0, 80)}".`);
}

/** Files and folders whose names differ only in upper and lower case: some machines have one of them alone. */
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
        issues.push(refusal(path, `Its name differs from ${known} only in upper and lower case.`));
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
