import { ByteQueue } from "./byte-queue.ts";
import { gitError, startGit } from "./git-program.ts";
import { parseOid, type Oid } from "./object-id.ts";

export interface TreeFile {
  readonly path: string;
  readonly oid: Oid;
  /** `100644`, `100755`, `120000` (symbolic link) or `160000` (submodule). */
  readonly mode: string;
}

/** Every file of a commit in git's order, streamed from one `git ls-tree`. */
export async function listFiles(gitDir: string, commit: Oid): Promise<TreeFile[]> {
  const files: TreeFile[] = [];
  await readRecords(gitDir, ["ls-tree", "-r", "-z", "--full-tree", parseOid(commit)], (record) => {
    const tab = record.indexOf("\t");
    const [mode = "", , oid = ""] = record.slice(0, tab).split(" ");
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
  const arrived = new ByteQueue();
  let stderr = "";
  let enough = false;
  child.stdin.end();
  child.stderr.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-4000)));
  child.stdout.on("data", (chunk: Buffer) => {
    arrived.push(chunk);
    for (let next = arrived.takeUntil(0); next !== undefined && !enough;) {
      enough = !take(next.toString());
      next = arrived.takeUntil(0);
    }
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
