import type { RootContent } from "mdast";
import type { Node } from "prosemirror-model";
import { Selection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import type { Base } from "../../markdown/base.ts";
import { gatherBlocks, type OpenedMarkdown, readBlocks } from "../../markdown/open-markdown.ts";
import { parseTree } from "../../markdown/parse-tree.ts";

/** Characters that are parsed and rendered in one task. */
const SHORT = 8000;

/** Returns whether opening a text would block the page noticeably. */
export function isLong(text: string): boolean {
  return text.length > SHORT;
}

/**
 * Fills an empty editor with a long text in batches parsed by a worker, so that the page stays responsive. The text
 * must not be edited before `onEnd`.
 *
 * @returns a function that cancels it
 */
export function fillDocument(
  view: EditorView,
  text: string,
  onEnd: (opened: OpenedMarkdown) => void,
): () => void {
  const stopped = new AbortController();
  const read: Base[] = [];
  const put = (blocks: readonly RootContent[]): void => {
    const more = readBlocks(blocks, text);
    putBlocks(view, more, read.length === 0);
    read.push(...more);
  };
  const end = (): void => {
    stop();
    onEnd(gatherBlocks(text, read));
  };
  const worker = new Worker(new URL("../../markdown/parse-worker.ts", import.meta.url), {
    type: "module",
  });
  const stop = (): void => {
    stopped.abort();
    worker.terminate();
  };
  const onMessage = ({ data }: MessageEvent<readonly RootContent[]>): void => {
    if (data.length > 0) put(data);
    else end();
  };
  // The worker could not be loaded. Opening the text blocks the page, but works.
  const onError = (): void => {
    put(parseTree(text).children);
    end();
  };
  worker.addEventListener("message", onMessage, { signal: stopped.signal });
  worker.addEventListener("error", onError, { signal: stopped.signal });
  worker.postMessage(text, []);
  return stop;
}

function putBlocks(view: EditorView, blocks: readonly Base[], isFirst: boolean): void {
  const { tr, doc } = view.state;
  const nodes = blocks.map(({ node }) => node);
  tr.setMeta("loam", true).setMeta("addToHistory", false);
  tr.replaceWith(isFirst ? 0 : doc.content.size, doc.content.size, nodes);
  view.dispatch(isFirst ? tr.setSelection(firstPlace(tr.doc)) : tr);
}

/** Returns the initial cursor position: in the first text, so that typing doesn't replace a node above it. */
export function firstPlace(doc: Node): Selection {
  return Selection.findFrom(doc.resolve(0), 1, true) ?? Selection.atStart(doc);
}
