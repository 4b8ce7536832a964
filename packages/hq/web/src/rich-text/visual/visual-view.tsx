import { EditorState, type Transaction } from "prosemirror-state";
import { type DirectEditorProps, EditorView } from "prosemirror-view";
import { type ReactNode, type Ref, useImperativeHandle, useState } from "react";
import { useIntl } from "react-intl";
import { useThumbnailUrl } from "../../api/media/media.ts";
import { openMarkdown } from "../../markdown/open-markdown.ts";
import { saveMarkdown } from "../../markdown/save-markdown.ts";
import { schema } from "../../markdown/schema.ts";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { type TextView, useTextView } from "../view/use-text-view.ts";
import type { ViewProps } from "../view/view-props.ts";
import { fillDocument, firstPlace, isLong } from "./fill-document.ts";
import { findVisual } from "./find-visual.ts";
import { MARK_VIEWS, nodeViews } from "./node-views.ts";
import { type EditingHooks, editingPlugins } from "./plugins.ts";
import type { SuggestionPlace } from "./suggestion.ts";
import frame from "../rich-text.module.css";
import styles from "./visual.module.css";
import "prosemirror-view/style/prosemirror.css";
import "prosemirror-gapcursor/style/gapcursor.css";

interface VisualViewProps extends ViewProps {
  readonly editor: Ref<EditorView>;
  /** Receives the keys while a list is open at the cursor. */
  readonly suggestions: SuggestionPlace;
  /** Called on each change of the text or selection. */
  readonly onState: (state: EditorState) => void;
}

/** The rich-text view. */
export function VisualView(props: VisualViewProps): ReactNode {
  const { value, onChange, label, path, ids, handle, editor, onState, onFind } = props;
  const { formatMessage, locale } = useIntl();
  const pictureOf = useThumbnailUrl();
  const [isOpening, setIsOpening] = useState(() => isLong(value));
  const { place, view } = useTextView({
    value,
    onChange,
    mount: (element, text, changed) =>
      mountVisual(element, text, {
        changed,
        onState,
        onOpening: setIsOpening,
        hooks: {
          suggestions: props.suggestions,
          onFind,
          watchAt: (provider) => formatMessage({ id: "field.watch" }, { provider }),
        },
        props: {
          attributes: {
            class: styles["written"] ?? "",
            role: "textbox",
            "aria-multiline": "true",
            "aria-label": label,
            "aria-describedby": ids,
            "data-path": path,
            // Also while the text is read-only.
            tabindex: "0",
            lang: locale,
          },
          nodeViews: nodeViews({
            done: formatMessage({ id: "richText.done" }),
            language: formatMessage({ id: "richText.language" }),
            source: formatMessage({ id: "richText.asInFile" }),
            alt: formatMessage({ id: "field.alt" }),
            pictureOf,
          }),
        },
      }),
  });
  useImperativeHandle(handle, () => ({
    focus: () => view.current?.focus(),
    finder: () => (isOpening ? undefined : view.current?.finder),
  }));
  useImperativeHandle<EditorView | null, EditorView | null>(editor, () =>
    isOpening ? null : (view.current?.view ?? null),
  );
  return (
    <>
      <div ref={place} className={frame["page"]} aria-busy={isOpening} />
      {isOpening && <Waiting />}
    </>
  );
}

interface Written extends TextView {
  readonly view: EditorView;
}

interface Mounting {
  readonly changed: () => void;
  readonly onState: (state: EditorState) => void;
  /** Called with true while a long text is being opened and is read-only. */
  readonly onOpening: (isOpening: boolean) => void;
  readonly hooks: EditingHooks;
  readonly props: Pick<DirectEditorProps, "attributes" | "nodeViews">;
}

function mountVisual(place: HTMLElement, text: string, mounting: Mounting): Written {
  const { changed, onState, onOpening, hooks, props } = mounting;
  let opened = isLong(text) ? undefined : openMarkdown(text);
  const doc = writable(opened?.doc ?? schema.node("doc"));
  const view = new EditorView(place, {
    ...props,
    markViews: MARK_VIEWS,
    state: EditorState.create({ doc, selection: firstPlace(doc), plugins: editingPlugins(hooks) }),
    editable: () => opened !== undefined,
    dispatchTransaction(transaction: Transaction) {
      const isOurs = transaction.getMeta("loam") === true;
      if (opened === undefined && transaction.docChanged && !isOurs) return;
      view.updateState(view.state.apply(transaction));
      onState(view.state);
      if (transaction.docChanged && !isOurs) changed();
    },
  });
  let awaited = text;
  const fill = (): (() => void) =>
    fillDocument(view, awaited, (all) => {
      opened = all;
      // Re-evaluates `editable`.
      view.setProps({});
      onOpening(false);
    });
  let stop = opened === undefined ? fill() : undefined;
  onState(view.state);
  return {
    view,
    text: () => (opened === undefined ? awaited : saveMarkdown(opened.base, view.state.doc)),
    replace(next) {
      if (opened === undefined) {
        stop?.();
        awaited = next;
        stop = fill();
      } else {
        opened = openMarkdown(next);
        view.dispatch(replaced(view.state, writable(opened.doc)));
      }
    },
    focus: () => view.focus(),
    finder: findVisual(view),
    destroy() {
      stop?.();
      view.destroy();
    },
  };
}

type Doc = EditorState["doc"];

function writable(doc: Doc): Doc {
  return doc.childCount > 0 ? doc : schema.topNodeType.create(null, schema.node("paragraph"));
}

/** Replaces only the differences, so the cursor stays in place. */
function replaced({ doc, tr }: EditorState, next: Doc): Transaction {
  const from = doc.content.findDiffStart(next.content);
  const end = doc.content.findDiffEnd(next.content);
  tr.setMeta("loam", true).setMeta("addToHistory", false);
  if (from === null || end === null) return tr;
  const overlap = Math.max(0, from - Math.min(end.a, end.b));
  return tr.replace(from, end.a + overlap, next.slice(from, end.b + overlap));
}
