import {
  findNext,
  findPrev,
  getMatchHighlights,
  getSearchState,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchState,
} from "prosemirror-search";
import { type Command, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { type Finder, type Found, NOTHING_FOUND, NOTHING_SOUGHT } from "../view/finder.ts";

/** Searches the rendered text. */
export function findVisual(view: EditorView): Finder {
  const found = (): Found => {
    if (getSearchState(view.state)?.query.valid !== true) return NOTHING_FOUND;
    const all = getMatchHighlights(view.state).find();
    const { from, to } = view.state.selection;
    return {
      count: all.length,
      at: all.findIndex((one) => one.from === from && one.to === to) + 1,
    };
  };
  const run = (command: Command) => (): Found => {
    command(view.state, view.dispatch, view);
    reveal(view);
    return found();
  };
  return {
    found,
    selected() {
      const { from, to } = view.state.selection;
      return view.state.doc.textBetween(from, to, "\n");
    },
    seek(sought = NOTHING_SOUGHT) {
      const query = new SearchQuery({
        search: sought.text,
        replace: sought.replacement,
        caseSensitive: sought.matchCase,
        wholeWord: sought.byWord,
        literal: true,
      });
      const { state } = view;
      const tr = setSearchState(state.tr, query);
      const first = query.valid
        ? (query.findNext(state, state.selection.from) ?? query.findNext(state))
        : null;
      if (first !== null) tr.setSelection(TextSelection.create(tr.doc, first.from, first.to));
      view.dispatch(tr);
      if (first !== null) reveal(view);
      return found();
    },
    next: run(findNext),
    previous: run(findPrev),
    replace: run(replaceNext),
    replaceAll: run(replaceAll),
  };
}

/** Scrolls to the selection, which ProseMirror does only with focus. */
function reveal(view: EditorView): void {
  const { node } = view.domAtPos(view.state.selection.from);
  const element = node instanceof Element ? node : node.parentElement;
  element?.scrollIntoView({ block: "nearest" });
}
