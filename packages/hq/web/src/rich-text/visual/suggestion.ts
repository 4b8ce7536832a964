import { type EditorState, Plugin, PluginKey, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

/** A trigger typed at the cursor: `/` for the insert menu, `[[` for an entry. */
export interface Suggestion {
  readonly kind: "insert" | "entry";
  /** Range from the trigger character to the cursor. */
  readonly from: number;
  readonly to: number;
  /** Text after the trigger. */
  readonly query: string;
}

/** Handles keys for the list while the text has the focus. */
export interface SuggestionList {
  /** Returns whether the key was handled. */
  readonly onKey: (key: string) => boolean;
}

/** The open list. */
export interface SuggestionPlace {
  current: SuggestionList | null;
}

interface SuggestionState {
  readonly open?: Suggestion;
  /** Position of the trigger whose list was closed. The list stays closed while the trigger is there. */
  readonly dismissed?: number;
  /** Ids of the list and the active option, for screen readers. */
  readonly listIds?: ListIds;
}

interface ListIds {
  readonly list: string;
  readonly option: string;
}

const KEY = new PluginKey<SuggestionState>("suggestion");
const CLOSE = "close";

/** Opens a list when `/` or `[[` is typed. */
export function suggestions(place: SuggestionPlace): Plugin<SuggestionState> {
  return new Plugin<SuggestionState>({
    key: KEY,
    state: { init: () => ({}), apply: follow },
    props: {
      attributes: (state): Record<string, string> => {
        const { open, listIds } = KEY.getState(state) ?? {};
        if (open === undefined || listIds === undefined) return {};
        return {
          "aria-autocomplete": "list",
          "aria-controls": listIds.list,
          "aria-activedescendant": listIds.option,
        };
      },
      handleKeyDown(view, event) {
        if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
        if (suggestionIn(view.state) === undefined) return false;
        if (event.key !== "Escape") return place.current?.onKey(event.key) ?? false;
        closeSuggestion(view);
        return true;
      },
      handleDOMEvents: {
        blur(view) {
          if (suggestionIn(view.state) !== undefined) closeSuggestion(view);
        },
      },
    },
  });
}

export function suggestionIn(state: EditorState): Suggestion | undefined {
  return KEY.getState(state)?.open;
}

export function closeSuggestion(view: EditorView): void {
  view.dispatch(view.state.tr.setMeta(KEY, CLOSE));
}

/** Announces the active option to screen readers; undefined if there are no options. */
export function showSuggestion(view: EditorView, listIds: ListIds | undefined): void {
  const before = KEY.getState(view.state)?.listIds;
  if (before?.list === listIds?.list && before?.option === listIds?.option) return;
  view.dispatch(view.state.tr.setMeta(KEY, { listIds }));
}

function follow(
  tr: Transaction,
  before: SuggestionState,
  _old: EditorState,
  state: EditorState,
): SuggestionState {
  const meta: unknown = tr.getMeta(KEY);
  if (meta === CLOSE) return before.open === undefined ? before : { dismissed: before.open.from };
  if (hasListIds(meta)) return { ...before, ...meta };
  if (!tr.docChanged && !tr.selectionSet) return before;
  const found = askedAt(state);
  if (found === undefined) return {};
  if (before.dismissed !== undefined && tr.mapping.map(before.dismissed, -1) === found.from) {
    return { dismissed: found.from };
  }
  if (before.open === undefined && !isTyped(tr)) return {};
  return { ...before, open: sameAs(before.open, found) };
}

/** Only typing opens a list, not moving the cursor, pasting, or undo. */
function isTyped(tr: Transaction): boolean {
  return tr.docChanged && !["loam", "paste", "history$"].some((meta) => tr.getMeta(meta));
}

function hasListIds(meta: unknown): meta is Pick<SuggestionState, "listIds"> {
  return typeof meta === "object" && meta !== null && "listIds" in meta;
}

/** Returns the previous object if it is equal. */
function sameAs(before: Suggestion | undefined, found: Suggestion): Suggestion {
  const isSame =
    before?.from === found.from && before.to === found.to && before.query === found.query;
  return isSame ? before : found;
}

const INSERT = /(?:^|\s)([/／]([\p{L}\p{N}\p{M}ー]{0,20}))$/u;
const ENTRY = /(\[\[([^[\]]{0,60}))$/;
const FURTHEST = 80;

function askedAt({ selection: { $from, empty } }: EditorState): Suggestion | undefined {
  const { parent, parentOffset, pos } = $from;
  if (!empty || !parent.isTextblock || parent.type.spec.code === true) return undefined;
  if ($from.marks().some(({ type }) => type.name === "code")) return undefined;
  const start = Math.max(0, parentOffset - FURTHEST);
  const before = parent.textBetween(start, parentOffset, undefined, "\uFFFC");
  const entry = ENTRY.exec(before);
  const [, sign, query = ""] = entry ?? INSERT.exec(before) ?? [];
  if (sign === undefined) return undefined;
  return { kind: entry === null ? "insert" : "entry", from: pos - sign.length, to: pos, query };
}
