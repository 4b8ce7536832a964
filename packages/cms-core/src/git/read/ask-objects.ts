import { CmsError } from "../../base/errors.ts";
import type { ByteQueue } from "../program/byte-queue.ts";
import type { GitPipe } from "../program/git-pipe.ts";

/**
 * Asks `git cat-file --batch-command` for objects in one trip. `takeOne` is called until it returned
 * true for each of them: when it has taken the next answer.
 */
export async function askObjects(
  pipe: GitPipe,
  command: "contents" | "info",
  names: readonly string[],
  takeOne: (arrived: ByteQueue) => boolean,
): Promise<void> {
  if (names.length === 0) return;
  for (const name of names) {
    if (/[\n\0]/.test(name)) throw new CmsError("invalid_path", "A path holds a line break.");
  }
  let answered = 0;
  await pipe.ask({
    question: `${names.map((name) => `${command} ${name}\n`).join("")}flush\n`,
    read: (arrived, enough) => {
      while (answered < names.length) {
        if (!takeOne(arrived)) return false;
        answered += 1;
        if (arrived.size <= enough) break;
      }
      return answered === names.length;
    },
  });
}
