import { isCmsError, type Issue } from "@loam/cms-core";
import { type GitRepository, type Oid, parseTreePath } from "@loam/cms-core/git";
import { checkSkill, checkSkillFiles, checkSkillTexts } from "@loam/cms-core/skills";
import type { Push } from "../../git/git-place.ts";
import { issueLine } from "../../git/issue-line.ts";
import { SKILLS_FOLDER, skillPath } from "./skill-store.ts";

const PLAIN_MODES: ReadonlySet<string | undefined> = new Set(["100644", "100755", undefined]);

/**
 * What is wrong with a push to a repository of skills, as `file:line: code: message`: every skill that it changes must
 * be one that can be kept, and no commit of it may bring anything but plain files.
 */
export async function checkSkillPush({ moves, incoming }: Push): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { from, to } of moves) {
    lines.push(...(await checkNewFiles(incoming, from ?? undefined, to)));
    const before = from === null ? undefined : await incoming.folderIds(from, SKILLS_FOLDER);
    const after = await incoming.folderIds(to, SKILLS_FOLDER);
    for (const [name, tree] of after) {
      if (before?.get(name) !== tree) lines.push(...(await checkFolder(incoming, name, tree)));
    }
  }
  return [...new Set(lines)];
}

/** Also of commits that later ones make good: whoever checks one out has what is in it. */
async function checkNewFiles(
  incoming: GitRepository,
  since: Oid | undefined,
  to: Oid,
): Promise<readonly string[]> {
  const lines: string[] = [];
  await incoming.readChangeLog(to, {
    ...(since !== undefined && { since }),
    every: true,
    take: ({ path, mode }) => {
      const shown = path.slice(0, 255);
      if (!PLAIN_MODES.has(mode)) {
        lines.push(`${shown}: unsafe_skill: It is a symbolic link or a submodule.`);
      }
      try {
        parseTreePath(path);
      } catch (error) {
        if (!isCmsError(error)) throw error;
        lines.push(`${shown}: ${error.code}: ${error.message}`);
      }
      return lines.length < 1000;
    },
  });
  return lines;
}

async function checkFolder(
  incoming: GitRepository,
  name: string,
  tree: Oid,
): Promise<readonly string[]> {
  const files = await incoming.listTree(tree);
  const plain = files.filter(({ mode }) => PLAIN_MODES.has(mode));
  const sizes = await incoming.blobSizes(plain.map(({ oid }) => oid));
  const sizeOf = new Map(plain.map(({ path }, index) => [path, sizes[index] ?? 0]));
  const listed = files.map(({ path, mode }) => {
    return { path, mode, byteSize: sizeOf.get(path) ?? 0 };
  });
  const lines = linesOf(name, () => checkSkillFiles(listed), skillPath(name, ""));
  // What is too large, or too much, is not read.
  if (lines.length > 0) return lines;
  for (const { path, oid } of plain) {
    const bytes = await incoming.readBlob(oid);
    const check = (): unknown =>
      path === "SKILL.md"
        ? checkSkill(bytes, skillPath(name, path), name)
        : checkSkillTexts([{ path, bytes }], `${SKILLS_FOLDER}/${name}`);
    lines.push(...linesOf(name, check));
  }
  return lines;
}

/** What a check throws, as lines. */
function linesOf(name: string, check: () => unknown, folder = ""): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const { issues, code, message } = error;
    return (issues.length > 0 ? issues : [{ code, message }]).map((issue: Issue) =>
      issue.path === undefined
        ? issueLine({ ...issue, path: `${SKILLS_FOLDER}/${name}` })
        : issueLine(issue, folder),
    );
  }
}

/** @param folder - In which the paths of the issue begin. */
