import { parseTree } from "./parse-tree.ts";

/** Characters of source processed per task, so that the main thread can render keystrokes in between. */
const PORTION = 4000;

/** Parses a text and sends the blocks of its tree in batches, with an empty batch at the end. */
addEventListener("message", ({ data }: MessageEvent<string>) => {
  const { children } = parseTree(data);
  let from = 0;
  for (const [index, { position }] of children.entries()) {
    const start = children[from]?.position?.start.offset ?? 0;
    if ((position?.end.offset ?? 0) - start < PORTION) continue;
    postMessage(children.slice(from, index + 1));
    from = index + 1;
  }
  if (from < children.length) postMessage(children.slice(from));
  postMessage([]);
});
