import { Plugin } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import styles from "./written.module.css";

/**
 * Keeps the blocks at both ends of the selection laid out. Others are not while they are out of sight, and a block
 * that was just made counts as such until it is first drawn: a browser that is given a key before that puts the
 * cursor in front of what it wrote, and every key that follows with it.
 */
export function laidOut(): Plugin {
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
