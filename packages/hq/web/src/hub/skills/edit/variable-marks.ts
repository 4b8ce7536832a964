import { type Extension, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  hoverTooltip,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

/** Describes a variable's value in one line. */
export type Explain = (name: string) => { readonly isKnown: boolean; readonly text: string };

/** Highlights `{{NAME}}` by whether it has a value, and shows the value on hover. */
export interface VariableMarks {
  readonly extension: Extension;
  /** Updates the values. */
  readonly explain: (explain: Explain) => void;
}

const REFERENCE = /\{\{(\w+)\}\}/g;
const changed = StateEffect.define<Explain>();
const UNKNOWN: Explain = () => ({ isKnown: false, text: "" });

const explained = StateField.define<Explain>({
  create: () => UNKNOWN,
  update: (before, { effects }) =>
    effects.findLast((effect) => effect.is(changed))?.value ?? before,
});

export function createVariableMarks(): VariableMarks {
  const views = new Set<EditorView>();
  let latest = UNKNOWN;
  const marks = new MatchDecorator({
    regexp: REFERENCE,
    decoration: ([, name = ""], view) =>
      Decoration.mark({
        class: view.state.field(explained)(name).isKnown ? "cm-variable" : "cm-variableWithout",
      }),
  });
  const plugin = ViewPlugin.fromClass(
    class {
      marked: DecorationSet;
      readonly #view: EditorView;
      constructor(view: EditorView) {
        this.#view = view;
        this.marked = marks.createDeco(view);
        views.add(view);
        // Applies known values once the view is created.
        queueMicrotask(() => views.has(view) && view.dispatch({ effects: changed.of(latest) }));
      }
      update(update: ViewUpdate): void {
        const isNew = update.transactions.some(({ effects }) =>
          effects.some((one) => one.is(changed)),
        );
        this.marked = isNew ? marks.createDeco(update.view) : marks.updateDeco(update, this.marked);
      }
      destroy(): void {
        views.delete(this.#view);
      }
    },
    { decorations: ({ marked }) => marked },
  );
  return {
    extension: [explained, plugin, pointedAt, THEME],
    explain(explain) {
      latest = explain;
      for (const view of views) view.dispatch({ effects: changed.of(explain) });
    },
  };
}

const pointedAt = hoverTooltip((view, place) => {
  const { text, from } = view.state.doc.lineAt(place);
  for (const { 0: whole, 1: name = "", index } of text.matchAll(REFERENCE)) {
    const [begin, end] = [from + index, from + index + whole.length];
    if (place < begin || place > end) continue;
    const dom = document.createElement("div");
    dom.textContent = view.state.field(explained)(name).text;
    return { pos: begin, end, create: () => ({ dom }) };
  }
  return null;
});

const THEME = EditorView.theme({
  ".cm-variable": {
    borderRadius: "0.3em",
    backgroundColor: "var(--slate-bg)",
    color: "var(--slate)",
    fontWeight: "600",
  },
  ".cm-variableWithout": {
    borderRadius: "0.3em",
    backgroundColor: "var(--ochre-bg)",
    color: "var(--ochre)",
    fontWeight: "600",
  },
  ".cm-tooltip": {
    maxWidth: "24rem",
    padding: "0.25rem 0.5rem",
    border: "1px solid var(--line)",
    borderRadius: "var(--r-2)",
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    overflowWrap: "anywhere",
  },
});
