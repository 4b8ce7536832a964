import { Plugin } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import styles from "./visual.module.css";

/**
 * Keeps the blocks at both ends of the selection rendered. Blocks out of view are skipped (`content-visibility`), and
 * so is a new block until its first paint. A keystroke before that would place the cursor before the inserted text, and
 * all following keystrokes as well.
 */
export function keepRendered(): Plugin {
  return new Plugin({
    props: {
      decorations({ doc, selection: { $anchor, $head } }) {
        const places = new Set([$anchor, $head].map(($end) => $end.posAtIndex($end.index(0), 0)));
        const blocks = [...places].flatMap((from) => {
          const size = doc.nodeAt(from)?.nodeSize ?? 0;
          const attrs = { class: styles["laidOut"] ?? "" };
          return size === 0 ? [] : [Decoration.node(from, from + size, attrs)];
        });
        return DecorationSet.create(doc, blocks);
      },
    },
  });
}
