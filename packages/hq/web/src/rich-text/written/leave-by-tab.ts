import { Plugin, PluginKey } from "prosemirror-state";

const LEAVING = new PluginKey<boolean>("leave-by-tab");

/** Tab moves items and goes through tables, so Escape comes before the Tab that leaves the text. */
export function leaveByTab(): Plugin<boolean> {
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
        // Handled by nobody, it is the browser's.
        return false;
      },
      handleDOMEvents: {
        keydown: (view, event) => event.key === "Tab" && LEAVING.getState(view.state) === true,
      },
    },
  });
}
