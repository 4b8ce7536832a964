import { parseVideoAddress } from "@loam/cms-core/browser";
import type { Node } from "prosemirror-model";
import { Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import { nodes } from "./kinds.ts";

const KEY = new PluginKey<DecorationSet>("video-cards");
const PROVIDERS = { youtube: "YouTube", vimeo: "Vimeo" } as const;
/** Longer than any video URL. */
const LONGEST = 200;

/** Shows a card with a link below each paragraph that consists only of a video URL. The URL stays text. */
export function videoCards(watchAt: (provider: string) => string): Plugin<DecorationSet> {
  const cardsOf = (doc: Node): DecorationSet => {
    const cards: Decoration[] = [];
    let end = 0;
    for (const node of doc.children) {
      end += node.nodeSize;
      const video = videoIn(node);
      if (video === undefined) continue;
      const make = (): HTMLElement => card(video.url, watchAt(PROVIDERS[video.provider]));
      // The key keeps the element while it shows the same video.
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

/** Not embedded: the page's CSP forbids frames of other sites. */
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
