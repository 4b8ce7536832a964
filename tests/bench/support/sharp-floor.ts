import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";

/** One decoding for all copies, or one for each. */
export type FloorKind = "once" | "each";

/** Makes the copies of a photo by sharp called directly. */
export interface SharpFloor extends Disposable {
  /** Writes the ten copies of a photo to a folder. */
  copies(kind: FloorKind, photo: string, folder: string): Promise<void>;
}

/**
 * Sharp in a process of its own, with the same low claim to the processor that images of uploads have: on a
 * busy machine the two would else be compared by what they yield, and not by what they do.
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
