import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  openSearchPanel,
  replaceAll,
  replaceNext,
  search,
  SearchQuery,
  setSearchQuery,
} from "@codemirror/search";
import type { Extension } from "@codemirror/state";
import { type EditorView, keymap, type Panel } from "@codemirror/view";
import { type Finder, type Found, NOTHING_FOUND, NOTHING_SOUGHT } from "../view/finder.ts";

/** CodeMirror highlights matches only while its panel is open, so this opens an empty one. */
const EMPTY_PANEL = (): Panel => {
  const dom = document.createElement("div");
  dom.hidden = true;
  return { dom };
};

/** Key bindings for search; `onFind` opens the search bar. */
export function findingInSource(onFind: () => void): Extension {
  const asks = (): boolean => {
    onFind();
    return true;
  };
  return [
    search({ createPanel: EMPTY_PANEL }),
    keymap.of([
      { key: "Mod-f", run: asks, preventDefault: true },
      { key: "F3", run: findNext, shift: findPrevious, preventDefault: true },
      { key: "Mod-g", run: findNext, shift: findPrevious, preventDefault: true },
    ]),
  ];
}

/** Searches the Markdown source. */
export function findSource(view: EditorView): Finder {
  const found = (): Found => {
    const query = getSearchQuery(view.state);
    if (!query.valid) return NOTHING_FOUND;
    const { from, to } = view.state.selection.main;
    let [count, at] = [0, 0];
    const cursor = query.getCursor(view.state);
    for (let one = cursor.next(); one.done !== true; one = cursor.next()) {
      count += 1;
      if (one.value.from === from && one.value.to === to) at = count;
    }
    return { count, at };
  };
  const run = (command: (of: EditorView) => boolean) => (): Found => {
    command(view);
    return found();
  };
  return {
    found,
    selected: () => {
      const { from, to } = view.state.selection.main;
      return view.state.sliceDoc(from, to);
    },
    seek(sought = NOTHING_SOUGHT) {
      const query = new SearchQuery({
        search: sought.text,
        replace: sought.replacement,
        caseSensitive: sought.matchCase,
        wholeWord: sought.byWord,
        literal: true,
      });
      if (sought === NOTHING_SOUGHT) closeSearchPanel(view);
      else openSearchPanel(view);
      view.dispatch({ effects: setSearchQuery.of(query) });
      if (!query.valid) return NOTHING_FOUND;
      // Search from the start of the selection, so that a longer query keeps the same match.
      view.dispatch({ selection: { anchor: view.state.selection.main.from } });
      return run(findNext)();
    },
    next: run(findNext),
    previous: run(findPrevious),
    replace: run(replaceNext),
    replaceAll: run(replaceAll),
  };
}
