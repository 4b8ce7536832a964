import { gitError, startGit } from "./git-program.ts";
import { parseOid, type Oid } from "./object-id.ts";

export interface TreeFile {
  readonly path: string;
  readonly oid: Oid;
  /** `100644`, `100755`, `120000` (symbolic link) or `160000` (submodule). */
  readonly mode: string;
}

const FILE_MODE = "100644";
const OID_LENGTH = 40;

/** Every file of a commit in git's order, streamed from one `git ls-tree`. */
export async function listFiles(gitDir: string, commit: Oid): Promise<TreeFile[]> {
  const files: TreeFile[] = [];
  await readRecords(gitDir, ["ls-tree", "-r", "-z", "--full-tree", parseOid(commit)], (record) => {
    const tab = record.indexOf("\t");
    const oid = record.slice(tab - OID_LENGTH, tab);
    // One text for the mode of nearly all files.
    const mode = record.startsWith(FILE_MODE) ? FILE_MODE : record.slice(0, FILE_MODE.length);
    files.push({ path: record.slice(tab + 1), oid, mode });
    return true;
  });
  return files;
}

/**
 * Gives each NUL-ended record of a command's output to `take` until it returns false, which ends
 * the command.
 */
export async function readRecords(
  gitDir: string,
  args: readonly string[],
  take: (record: string) => boolean,
): Promise<void> {
  const child = startGit(gitDir, args);
  let begun: Buffer[] = [];
  let stderr = "";
  let enough = false;
  child.stdin.end();
  child.stderr.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-4000)));
  child.stdout.on("data", (chunk: Buffer) => {
    const end = chunk.lastIndexOf(0);
    begun.push(end === -1 ? chunk : chunk.subarray(0, end));
    if (end === -1 || enough) return;
    // All that ended in one go: one by one takes longer than git takes to print them.
    const records = Buffer.concat(begun).toString().split("\0");
    begun = [chunk.subarray(end + 1)];
    enough = records.some((record) => !take(record));
    if (enough) child.kill();
  });
  await new Promise<void>((resolve, reject) => {
    child.once("error", (error) => reject(gitError(error)));
    child.once("close", (code) => {
      if (code === 0 || enough) resolve();
      else reject(gitError(new Error(`exit ${code}`), stderr));
    });
  });
}
