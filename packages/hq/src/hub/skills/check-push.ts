import { isCmsError, type Issue, sizeOf } from "@loam/cms-core";
import { type GitRepository, type Oid, parseTreePath } from "@loam/cms-core/git";
import { checkSkill, checkSkillFiles, checkSkillTexts, findTokens } from "@loam/cms-core/skills";
import type { Push } from "../../git/git-place.ts";
import { SKILLS_FOLDER, skillPath } from "./skill-folder.ts";

const PLAIN_MODES: ReadonlySet<string | undefined> = new Set(["100644", "100755", undefined]);
const MAX_ISSUES = 1000;
/** Maximum size of a file in any commit, even of one that no skill could contain. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/**
 * Checks a push to a skill repository: every changed skill must be valid, and all commits may contain only regular
 * files.
 */
export async function checkSkillPush({
  moves,
  incoming,
}: Pick<Push, "moves" | "incoming">): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  const ofFiles: Issue[] = [];
  for (const { from, to } of moves) {
    ofFiles.push(...(await checkNewFiles(incoming, from ?? undefined, to)));
    const before = from === null ? undefined : await incoming.folderIds(from, SKILLS_FOLDER);
    const after = await incoming.folderIds(to, SKILLS_FOLDER);
    for (const [name, tree] of after) {
      if (before?.get(name) !== tree) issues.push(...(await checkFolder(incoming, name, tree)));
    }
  }
  // Problems of a skill's own files are reported with the skill.
  const reportedPaths = new Set(issues.map(({ path }) => path));
  const all = [...ofFiles.filter(({ path }) => !reportedPaths.has(path)), ...issues];
  return [...new Map(all.map((issue) => [JSON.stringify(issue), issue])).values()];
}

/** Checks every commit, including ones fixed later in the push: anyone can check them out. */
export async function checkNewFiles(
  incoming: GitRepository,
  since: Oid | undefined,
  to: Oid,
): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  /** Blobs with one of their paths, newest commit first. */
  const blobs = new Map<Oid, string>();
  await incoming.readChangeLog(to, {
    ...(since !== undefined && { since }),
    unchecked: true,
    take: ({ path, mode, after }) => {
      const shown = path.slice(0, 255);
      if (!PLAIN_MODES.has(mode)) {
        const message = "Symbolic links and submodules are not allowed.";
        issues.push({ code: "unsafe_skill", message, path: shown });
      } else if (after !== undefined && !blobs.has(after)) blobs.set(after, shown);
      try {
        parseTreePath(path);
      } catch (error) {
        if (!isCmsError(error)) throw error;
        issues.push({ code: error.code, message: error.message, path: shown });
      }
      return issues.length < MAX_ISSUES;
    },
  });
  if (issues.length < MAX_ISSUES) issues.push(...(await findPushedTokens(incoming, blobs)));
  return issues;
}

async function findPushedTokens(
  incoming: GitRepository,
  blobs: ReadonlyMap<Oid, string>,
): Promise<readonly Issue[]> {
  const oids = [...blobs.keys()];
  const sizes = await incoming.blobSizes(oids);
  const issues: Issue[] = [];
  for (const [index, [oid, path]] of [...blobs].entries()) {
    if ((sizes[index] ?? 0) > MAX_READ_BYTES) {
      const message = `The file is larger than ${sizeOf(MAX_READ_BYTES)}, so it was not checked.`;
      issues.push({ code: "unsafe_skill", message, path });
    } else issues.push(...findTokens(await incoming.readBlob(oid), path));
    if (issues.length >= MAX_ISSUES) break;
  }
  return issues;
}

async function checkFolder(
  incoming: GitRepository,
  name: string,
  tree: Oid,
): Promise<readonly Issue[]> {
  const files = await incoming.listTree(tree);
  const plain = files.filter(({ mode }) => PLAIN_MODES.has(mode));
  const byteSizes = await incoming.blobSizes(plain.map(({ oid }) => oid));
  const sizes = new Map(plain.map(({ path }, index) => [path, byteSizes[index] ?? 0]));
  const listed = files.map(({ path, mode }) => {
    return { path, mode, byteSize: sizes.get(path) ?? 0 };
  });
  const issues = collectIssues(name, () => checkSkillFiles(listed), skillPath(name, ""));
  // Too large or too many: nothing is read.
  if (issues.length > 0) return issues;
  for (const { path, oid } of plain) {
    const bytes = await incoming.readBlob(oid);
    const check = (): unknown =>
      path === "SKILL.md"
        ? checkSkill(bytes, skillPath(name, path), name)
        : checkSkillTexts([{ path, bytes }], `${SKILLS_FOLDER}/${name}`);
    issues.push(...collectIssues(name, check));
  }
  return issues;
}

/**
 * Converts the error thrown by a check into issues.
 *
 * @param folder - prefix of the paths in the issues
 */
function collectIssues(name: string, check: () => unknown, folder = ""): Issue[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const { issues, code, message } = error;
    return (issues.length > 0 ? issues : [{ code, message }]).map((issue) =>
      withPath(issue, name, folder),
    );
  }
}

function withPath(issue: Issue, name: string, folder: string): Issue {
  const { path, message } = issue;
  if (path === undefined) return { ...issue, path: `${SKILLS_FOLDER}/${name}` };
  const isNamed = message.startsWith(`${path}: `);
  const text = isNamed ? message.slice(path.length + 2) : message;
  return { ...issue, path: `${folder}${path}`, message: text };
}
