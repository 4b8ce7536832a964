import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { markdownKeymap, markdownLanguage, pasteURLAsLink } from "@codemirror/lang-markdown";
import { HighlightStyle, LanguageSupport, syntaxHighlighting } from "@codemirror/language";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { type ReactNode, useImperativeHandle } from "react";
import { useIntl } from "react-intl";
import { cleanLines } from "../ui/fields/clean-text.ts";
import { findingInSource, findSource } from "./find/find-source.ts";
import { type TextView, useTextView } from "./view/use-text-view.ts";
import type { ViewProps } from "./view/view-props.ts";
import styles from "./rich-text.module.css";

interface SourceViewProps extends ViewProps {
  /** An additional CodeMirror extension. Must be a stable reference. */
  readonly extension?: Extension;
  /** Whether the text is plain instead of Markdown. @default false */
  readonly isPlain?: boolean;
}

/** Edits the Markdown source of a field, or another text. */
export function SourceView(props: SourceViewProps): ReactNode {
  const { value, onChange, label, path, ids, handle, onFind, extension = [], isPlain } = props;
  const { locale } = useIntl();
  const phrases = useSearchPhrases();
  const { place, view } = useTextView({
    value,
    onChange,
    mount: (element, text, changed) =>
      mountSource(element, text, [
        EditorState.phrases.of(phrases),
        EditorView.clipboardInputFilter.of(cleanLines),
        findingInSource(onFind),
        isPlain === true ? [] : MARKDOWN,
        extension,
        EditorView.contentAttributes.of({
          "aria-label": label,
          "aria-describedby": ids,
          "data-path": path,
          lang: locale,
        }),
        EditorView.updateListener.of(({ docChanged, transactions }) => {
          if (docChanged && !transactions.every((one) => one.isUserEvent("loam"))) changed();
        }),
      ]),
  });
  useImperativeHandle(handle, () => ({
    focus: () => view.current?.focus(),
    finder: () => view.current?.finder,
  }));
  return <div ref={place} className={styles["source"]} />;
}

const HIGHLIGHTS = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: [tags.link, tags.url], color: "var(--accent)" },
  { tag: tags.monospace, color: "var(--leaf)" },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.meta], color: "var(--faint)" },
  { tag: [tags.quote, tags.comment], color: "var(--soft)" },
]);

const THEME = EditorView.theme({
  "&.cm-focused": { outline: "0" },
  ".cm-content": { padding: "1rem 0", caretColor: "var(--ink)", fontFamily: "var(--code)" },
  ".cm-line": { padding: "0 1.25rem" },
  ".cm-scroller": { fontFamily: "var(--code)", fontSize: "0.875rem", lineHeight: "1.5rem" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "var(--chosen)" },
  ".cm-panels": { border: "0" },
  ".cm-searchMatch": { backgroundColor: "var(--ochre-bg)" },
  ".cm-searchMatch-selected": {
    backgroundColor: "var(--chosen)",
    outline: "1px solid var(--accent)",
  },
});

const MARKDOWN: Extension = [
  // Not `markdown()`, which bundles HTML, CSS, and JavaScript support.
  new LanguageSupport(markdownLanguage, [Prec.high(keymap.of(markdownKeymap)), pasteURLAsLink]),
  syntaxHighlighting(HIGHLIGHTS),
];

const EXTENSIONS: Extension = [
  history(),
  drawSelection(),
  EditorView.lineWrapping,
  keymap.of([indentWithTab, ...historyKeymap, ...defaultKeymap]),
  THEME,
];

function mountSource(place: HTMLElement, text: string, extensions: Extension): TextView {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  const separator = text.includes("\r\n") ? "\r\n" : "\n";
  const state = EditorState.create({
    doc: text,
    extensions: [
      EXTENSIONS,
      EditorState.lineSeparator.of(separator),
      nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
      extensions,
    ],
  });
  const view = new EditorView({ parent: place, state });
  return {
    text: () => view.state.sliceDoc(),
    replace(next) {
      const changes = { from: 0, to: view.state.doc.length, insert: view.state.toText(next) };
      const { anchor } = view.state.selection.main;
      const selection = { anchor: Math.min(anchor, changes.insert.length) };
      view.dispatch({ changes, selection, userEvent: "loam" });
    },
    focus: () => view.focus(),
    finder: findSource(view),
    destroy: () => view.destroy(),
  };
}

/** Returns translations of CodeMirror's screen reader messages for searches. */
function useSearchPhrases(): Record<string, string> {
  const { formatMessage } = useIntl();
  return {
    "current match": formatMessage({ id: "richText.currentMatch" }),
    "replaced match on line $": formatMessage({ id: "richText.replaced" }, { line: "$" }),
    "replaced $ matches": formatMessage({ id: "richText.replacedMany" }, { count: "$" }),
    "on line": formatMessage({ id: "richText.onLine" }),
  };
}
