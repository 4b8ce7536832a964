import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";

/** One decode for all variants, or one for each. */
export type FloorKind = "once" | "each";

/** Creates the variants of a photo with sharp directly. */
export interface SharpFloor extends Disposable {
  /** Writes the ten variants of a photo to a folder. */
  copies(kind: FloorKind, photo: string, folder: string): Promise<void>;
}

/**
 * Runs sharp in a separate process with the same low priority as image processing of uploads. Otherwise a busy machine
 * would distort the comparison.
 */
export async function startSharpFloor(): Promise<SharpFloor> {
  const child = fork(new URL("sharp-copies.ts", import.meta.url));
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  await reply(child);
  return {
    copies: async (kind, photo, folder) => {
      const done = reply(child);
      child.send({ kind, photo, folder });
      await done;
    },
    [Symbol.dispose]: () => child.kill(),
  };
}

async function reply(child: ChildProcess): Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  const failure = once(child, "exit", { signal }).then(() => {
    throw new Error("the process of the floor ended");
  });
  try {
    await Promise.race([once(child, "message", { signal }), failure]);
  } finally {
    ended.abort();
    await failure.catch(() => undefined);
  }
}
