import { parseVideoAddress } from "@loam/cms-core/browser";
import type { Node } from "prosemirror-model";
import { Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import { nodes } from "./kinds.ts";

const KEY = new PluginKey<DecorationSet>("video-cards");
const PROVIDERS = { youtube: "YouTube", vimeo: "Vimeo" } as const;
/** Longer than any address of a video. */
const LONGEST = 200;

/** Below a paragraph that is the address of a video alone: what it is, and a link to it. The address stays text. */
export function videoCards(watchAt: (provider: string) => string): Plugin<DecorationSet> {
  const cardsOf = (doc: Node): DecorationSet => {
    const cards: Decoration[] = [];
    let end = 0;
    for (const node of doc.children) {
      end += node.nodeSize;
      const video = videoIn(node);
      if (video === undefined) continue;
      const make = (): HTMLElement => card(video.url, watchAt(PROVIDERS[video.provider]));
      // The key keeps the element as long as it is of this video.
      cards.push(Decoration.widget(end, make, { side: -1, key: video.url }));
    }
    return DecorationSet.create(doc, cards);
  };
  return new Plugin<DecorationSet>({
    key: KEY,
    state: {
      init: (_config, { doc }) => cardsOf(doc),
      apply: (tr, before) => (tr.docChanged ? cardsOf(tr.doc) : before),
    },
    props: { decorations: (state) => KEY.getState(state) },
  });
}

function videoIn(node: Node): ReturnType<typeof parseVideoAddress> {
  if (node.type !== nodes.paragraph || node.content.size > LONGEST) return undefined;
  const text = node.textContent.trim();
  return text.startsWith("https:") ? parseVideoAddress(text) : undefined;
}

/** No frame: the policy of the page lets no other site in. */
function card(address: string, words: string): HTMLElement {
  const link = document.createElement("a");
  link.href = address;
  link.target = "_blank";
  link.rel = "noreferrer";
  link.dataset["video"] = "";
  link.contentEditable = "false";
  link.textContent = words;
  return link;
}
