import { Plugin, PluginKey } from "prosemirror-state";

const LEAVING = new PluginKey<boolean>("leave-by-tab");

/** Tab indents list items and moves between table cells, so Escape followed by Tab leaves the text. */
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
        // Not handled, so the browser moves the focus.
        return false;
      },
      handleDOMEvents: {
        keydown: (view, event) => event.key === "Tab" && LEAVING.getState(view.state) === true,
      },
    },
  });
}
