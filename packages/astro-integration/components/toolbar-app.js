import { defineToolbarApp } from "astro/toolbar";
import { TOOLBAR_REQUEST, TOOLBAR_STATE } from "../dist/dev/toolbar-state.js";

/** @import { ShownEntry, ToolbarState } from "../dist/dev/toolbar-state.js" */

/** Shows the source of the content, the entries on the page, and unpublished changes. */
export default defineToolbarApp({
  init(canvas, app, server) {
    const window = document.createElement("astro-dev-toolbar-window");
    const body = document.createElement("div");
    window.append(styles(), body);
    canvas.append(window);
    const ask = () => server.send(TOOLBAR_REQUEST, { path: location.pathname });
    server.on(TOOLBAR_STATE, (/** @type {ToolbarState} */ state) => {
      if (state.path !== location.pathname) return;
      body.replaceChildren(...stateElements(state));
      const count = state.unpublished?.length ?? 0;
      app.toggleNotification({ state: count > 0, level: "info" });
    });
    app.onToggled(({ state }) => {
      if (state) ask();
    });
    ask();
  },
});

/** @param {ToolbarState} state */
function stateElements(state) {
  const { site, source, commit, entries, unpublished, hint } = state;
  return [
    element("h1", site),
    element("p", `${source}${commit === undefined ? "" : ` at ${commit.slice(0, 10)}`}`),
    element("h2", "On this page"),
    entries.length > 0 ? entryList(entries) : element("p", "No entries on this page"),
    ...(unpublished === undefined
      ? []
      : [
          element("h2", `Unpublished changes (${unpublished.length})`),
          unpublished.length > 0 ? entryList(unpublished) : element("p", "No unpublished changes"),
        ]),
    ...(hint === undefined ? [] : [element("p", hint)]),
  ];
}

/** @param {readonly ShownEntry[]} entries */
function entryList(entries) {
  const list = document.createElement("ul");
  for (const { name, title, edit } of entries) {
    const item = document.createElement("li");
    const label = edit === undefined ? document.createElement("span") : editLink(edit);
    label.textContent = title;
    item.append(label, element("small", name));
    list.append(item);
  }
  return list;
}

/** @param {string} href */
function editLink(href) {
  const link = document.createElement("a");
  link.href = href;
  link.target = "_blank";
  link.rel = "noopener";
  return link;
}

/**
 * @param {string} tag
 * @param {string} text
 */
function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function styles() {
  const style = document.createElement("style");
  style.textContent = `
    div { overflow-y: auto; overflow-wrap: anywhere; }
    h1 { margin: 0; font-size: 1.25rem; color: #fff; }
    h2 { margin: 1.25rem 0 0.25rem; font-size: 1rem; color: #fff; }
    p { margin: 0.25rem 0; line-height: 1.5; }
    ul { margin: 0; padding: 0; list-style: none; }
    li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: 0.35rem 0; border-bottom: 1px solid #343841; }
    a { color: #f2b36b; }
    small { color: #bfc1c9; }
  `;
  return style;
}
