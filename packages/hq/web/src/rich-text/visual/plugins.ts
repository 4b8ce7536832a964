import { baseKeymap, chainCommands, exitCode } from "prosemirror-commands";
import { dropCursor } from "prosemirror-dropcursor";
import { gapCursor } from "prosemirror-gapcursor";
import { history } from "prosemirror-history";
import { undoInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import { search } from "prosemirror-search";
import { type Command, Plugin, Selection } from "prosemirror-state";
import { goToNextCell, tableEditing } from "prosemirror-tables";
import { schema } from "../../markdown/schema.ts";
import { suggestions, type SuggestionPlace } from "../suggest/suggestion.ts";
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
import { keepRendered } from "./keep-rendered.ts";
import { nodes } from "./kinds.ts";
import { leaveByTab } from "./leave-by-tab.ts";
import { videoCards } from "./video-cards.ts";

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
