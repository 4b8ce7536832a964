import { parseVideoAddress } from "@loam/cms-core/browser";
import { baseKeymap, chainCommands, exitCode } from "prosemirror-commands";
import { dropCursor } from "prosemirror-dropcursor";
import { gapCursor } from "prosemirror-gapcursor";
import { history } from "prosemirror-history";
import { undoInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { Node } from "prosemirror-model";
import { search } from "prosemirror-search";
import { type Command, Plugin, PluginKey, Selection } from "prosemirror-state";
import { goToNextCell, tableEditing } from "prosemirror-tables";
import { Decoration, DecorationSet } from "prosemirror-view";
import { schema } from "../../markdown/schema.ts";
import { bareUrls } from "./bare-urls.ts";
import { clipboard } from "./clipboard.ts";
import {
  deeper,
  insertBreak,
  makeBlock,
  redo,
  shallower,
  splitItem,
  surrounding,
  toggle,
  undo,
} from "./commands.ts";
import { headerCells } from "./header-cells.ts";
import { markdownShortcuts } from "./input-rules.ts";
import { nodes } from "./kinds.ts";
import { type SuggestionPlace, suggestions } from "./suggestion.ts";
import styles from "./visual.module.css";

/** Callbacks to the surrounding editor. */
export interface EditingHooks {
  readonly suggestions: SuggestionPlace;
  readonly onFind: () => void;
  /** Returns the label of a link to a video. */
  readonly watchAt: (provider: string) => string;
}

/** Returns the plugins for editing, excluding those for display. */
export function editingPlugins(hooks: EditingHooks): Plugin[] {
  const find: Command = () => {
    hooks.onFind();
    return true;
  };
  return [
    suggestions(hooks.suggestions),
    leaveByTab(),
    markdownShortcuts(),
    keymap({ ...KEYS, "Mod-f": find }),
    keymap(baseKeymap),
    history(),
    dropCursor({ color: false, class: "drop-place" }),
    gapCursor(),
    tables(),
    clipboard(),
    alwaysWritable(),
    bareUrls(),
    keepRendered(),
    headerCells(),
    videoCards(hooks.watchAt),
    search(),
  ];
}

/** A cell is a single line: Enter moves to the cell below, if there is one. */
const leaveCell: Command = (state, dispatch, view) =>
  surrounding(state, nodes.cell) === undefined
    ? false
    : goToNextCell(1)(state, dispatch, view) || true;

/**
 * Implemented explicitly, because browsers place the cursor next to a trailing code block, where typing is impossible.
 */
function goTo(where: "atStart" | "atEnd"): Command {
  return ({ doc, tr }, dispatch) => {
    dispatch?.(tr.setSelection(Selection[where](doc)).scrollIntoView());
    return true;
  };
}

const KEYS: Readonly<Record<string, Command>> = {
  "Mod-z": undo,
  "Shift-Mod-z": redo,
  "Mod-y": redo,
  "Mod-b": toggle("strong"),
  "Mod-i": toggle("em"),
  "Mod-e": toggle("code"),
  "Mod-Shift-x": toggle("strike"),
  "Mod-Alt-0": makeBlock("paragraph"),
  "Mod-Alt-1": makeBlock("heading1"),
  "Mod-Alt-2": makeBlock("heading2"),
  "Mod-Alt-3": makeBlock("heading3"),
  "Mod-Alt-4": makeBlock("heading4"),
  "Mod-Shift-7": makeBlock("numbers"),
  "Mod-Shift-8": makeBlock("bullets"),
  "Mod-Shift-9": makeBlock("tasks"),
  "Mod-Home": goTo("atStart"),
  "Mod-End": goTo("atEnd"),
  // macOS shortcut.
  "Meta-ArrowUp": goTo("atStart"),
  "Meta-ArrowDown": goTo("atEnd"),
  Backspace: undoInputRule,
  Enter: chainCommands(leaveCell, splitItem),
  "Shift-Enter": chainCommands(exitCode, insertBreak),
  Tab: chainCommands(goToNextCell(1), deeper),
  "Shift-Tab": chainCommands(goToNextCell(-1), shallower),
};

/** Without normalizing untouched tables, because rows in a file can have fewer cells than others. */
function tables(): Plugin {
  const { appendTransaction: _mends, ...spec } = tableEditing().spec;
  return new Plugin(spec);
}

/** Ensures there is always a paragraph to type in, even after everything was deleted. */
function alwaysWritable(): Plugin {
  return new Plugin({
    appendTransaction(_transactions, _before, { doc, tr }) {
      if (doc.childCount > 0) return null;
      return tr.insert(0, schema.node("paragraph"));
    },
  });
}

/**
 * Keeps the blocks at both ends of the selection rendered. Blocks out of view are skipped (`content-visibility`), and
 * so is a new block until its first paint. A keystroke before that would place the cursor before the inserted text, and
 * all following keystrokes as well.
 */
function keepRendered(): Plugin {
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

const LEAVING = new PluginKey<boolean>("leave-by-tab");

/** Tab indents list items and moves between table cells, so Escape followed by Tab leaves the text. */
function leaveByTab(): Plugin<boolean> {
  return new Plugin<boolean>({
    key: LEAVING,
    state: {
      init: () => false,
      apply: (tr) => tr.getMeta(LEAVING) === true,
    },
    props: {
      handleKeyDown(view, event) {
        if (event.key === "Escape") {
          view.dispatch(view.state.tr.setMeta(LEAVING, true));
          return false;
        }
        // Not handled, so the browser moves the focus.
        return false;
      },
      handleDOMEvents: {
        keydown: (view, event) => event.key === "Tab" && LEAVING.getState(view.state) === true,
      },
    },
  });
}

const KEY = new PluginKey<DecorationSet>("video-cards");
const PROVIDERS = { youtube: "YouTube", vimeo: "Vimeo" } as const;
/** Longer than any video URL. */
const LONGEST = 200;

/** Shows a card with a link below each paragraph that consists only of a video URL. The URL stays text. */
function videoCards(watchAt: (provider: string) => string): Plugin<DecorationSet> {
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
