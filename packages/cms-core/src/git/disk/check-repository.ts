import { isCmsError } from "../../base/errors.ts";
import { streamGit } from "../program/git-program.ts";

/** A damaged pack may have as many complaints as objects; the first say which one it is. */
const MAX_LINES = 20;

/**
 * What `git fsck` finds wrong with a repository: refs that lead to no commit, damaged packs, objects that are missing
 * or malformed. Empty when it is whole. After a power cut a repository is to be opened first, which heals it.
 *
 * @throws CmsError `git_missing`
 */
export async function checkRepository(gitDir: string): Promise<readonly string[]> {
  const said: Uint8Array[] = [];
  try {
    const args = ["fsck", "--strict", "--no-dangling", "--no-progress"];
    for await (const chunk of streamGit(gitDir, args)) said.push(chunk);
    return [];
  } catch (error) {
    if (!isCmsError(error) || error.code !== "git_failed") throw error;
    const complaints = `${String(error.details["stderr"])}\n${Buffer.concat(said).toString()}`;
    const lines = complaints
      .replaceAll(`${gitDir}/`, "")
      .split("\n")
      .map((line) => line.trim());
    const found = lines.filter((line) => line !== "" && !line.startsWith("notice:"));
    return found.length === 0 ? [error.message] : found.slice(0, MAX_LINES);
  }
}
