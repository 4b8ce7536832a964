import type { EditorView } from "prosemirror-view";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useEntries } from "../../api/content/entries.ts";
import { useTypes } from "../../api/sites.ts";
import { setLink, surrounding } from "../visual/commands.ts";
import { nodes } from "../visual/kinds.ts";
import {
  closeSuggestion,
  showSuggestion,
  type Suggestion,
  type SuggestionPlace,
} from "../visual/suggestion.ts";
import { type DialogName, foundInsertions } from "./insertions.ts";
import menu from "../../ui/menu.module.css";
import text from "../../ui/text.module.css";
import styles from "./suggestion-menu.module.css";

interface SuggestionMenuProps {
  readonly suggestion: Suggestion | undefined;
  readonly editor: RefObject<EditorView | null>;
  /** Connects the text, which receives the keys, with the open list. */
  readonly place: SuggestionPlace;
  readonly onOpenDialog: (what: DialogName) => void;
}

/** The menu of `/` and `[[`, below the typed text, which keeps the focus. */
export function SuggestionMenu(props: SuggestionMenuProps): ReactNode {
  const { suggestion } = props;
  if (suggestion === undefined) return null;
  return suggestion.kind === "insert" ? (
    <Insertions {...props} suggestion={suggestion} />
  ) : (
    <Entries {...props} suggestion={suggestion} />
  );
}

type OpenMenuProps = SuggestionMenuProps & { readonly suggestion: Suggestion };

function Insertions(props: OpenMenuProps): ReactNode {
  const { suggestion, editor, onOpenDialog } = props;
  const { formatMessage } = useIntl();
  const isInCell =
    editor.current !== null && surrounding(editor.current.state, nodes.cell) !== undefined;
  const options = foundInsertions(suggestion.query, ({ label, words }) => ({
    label: formatMessage({ id: label }),
    words: formatMessage({ id: words }),
  }))
    .filter(({ isInline = false }) => isInline || !isInCell)
    .map(({ id, label, icon: Icon, does }) => ({
      id,
      label: formatMessage({ id: label }),
      icon: <Icon size={16} aria-hidden="true" />,
      choose(view: EditorView) {
        const { from, to } = suggestion;
        if ("type" in does) {
          view.dispatch(view.state.tr.insertText(does.type, from, to));
          return;
        }
        view.dispatch(view.state.tr.delete(from, to));
        if ("ask" in does) onOpenDialog(does.ask);
        else does.command(view.state, view.dispatch, view);
      },
    }));
  if (options.length === 0) return null;
  return <OpenList {...props} label={formatMessage({ id: "richText.insert" })} options={options} />;
}

const SHOWN_ENTRIES = 8;

function Entries(props: OpenMenuProps): ReactNode {
  const { from, to, query } = props.suggestion;
  const { formatMessage } = useIntl();
  const { data: types = [] } = useTypes();
  const { data, isPlaceholderData } = useEntries({ search: query.trim(), order: "-updatedAt" });
  const options = (data?.pages ?? [])
    .flatMap((page) => page.entries)
    .slice(0, SHOWN_ENTRIES)
    .flatMap(({ id, title, type }) => {
      if (id === undefined) return [];
      const choose = (view: EditorView): void => {
        view.dispatch(view.state.tr.delete(from, to));
        setLink(`entry:${id}`, title)(view.state, view.dispatch, view);
      };
      const aside = types.find(({ apiId }) => apiId === type)?.label ?? type;
      return [{ id, label: title, aside, choose }];
    });
  return (
    <OpenList
      {...props}
      label={formatMessage({ id: "richText.entryLink" })}
      options={options}
      isWaiting={data === undefined || isPlaceholderData}
    />
  );
}

interface Option {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly aside?: string;
  readonly choose: (view: EditorView) => void;
}

const MOST_HIGH = 340;

interface OpenListProps extends OpenMenuProps {
  readonly label: string;
  readonly options: readonly Option[];
  /** Whether new options are loading, so Enter must not choose an old one. */
  readonly isWaiting?: boolean;
}

function OpenList(props: OpenListProps): ReactNode {
  const { suggestion, editor, label, options, isWaiting = false } = props;
  const anchor = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const isMoved = useMoved(anchor, suggestion.from);
  const listId = useId();
  const optionId = (id: string): string => `${listId}-${id}`;
  const choose = (option: Option): void => {
    const view = editor.current;
    if (view === null) return;
    option.choose(view);
    view.focus();
  };
  const { active, point } = useKeys(props, choose);
  const activeId = active && optionId(active.id);
  useEffect(() => {
    const view = editor.current;
    if (view === null) return;
    showSuggestion(view, activeId === undefined ? undefined : { list: listId, option: activeId });
    if (activeId !== undefined) {
      list.current?.ownerDocument.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
    }
  }, [editor, listId, activeId]);
  return (
    <>
      <Anchor place={anchor} editor={editor} from={suggestion.from} />
      <Popover
        className={`${menu["popup"]} ${styles["list"]}`}
        triggerRef={anchor}
        placement="bottom start"
        maxHeight={MOST_HIGH}
        isOpen
        isNonModal
        onOpenChange={(isOpen) => {
          // Scrolling to the cursor fires its event after the list has opened.
          if (!isOpen && isMoved() && editor.current !== null) closeSuggestion(editor.current);
        }}
      >
        {/* Not a ListBox, because the text keeps the focus and isn't an input. */}
        <div ref={list} role="listbox" id={listId} aria-label={label}>
          {options.map((option) => (
            <ListedOption
              key={option.id}
              id={optionId(option.id)}
              option={option}
              isActive={option === active}
              onPoint={() => point(option.id)}
              onChoose={() => choose(option)}
            />
          ))}
        </div>
        {options.length === 0 && !isWaiting && (
          <p className={styles["none"]} role="status">
            <FormattedMessage id="entries.noMatch" />
          </p>
        )}
      </Popover>
    </>
  );
}

/**
 * Returns a function that tests whether the trigger character has moved on the screen since the list was positioned;
 * `from` is its position in the text.
 */
function useMoved(anchor: RefObject<HTMLElement | null>, from: number): () => boolean {
  const placed = useRef<number>(undefined);
  useLayoutEffect(() => {
    placed.current = anchor.current?.getBoundingClientRect().top;
  }, [anchor, from]);
  return () => anchor.current?.getBoundingClientRect().top !== placed.current;
}

/** Handles the keys that the text passes to the list. */
function useKeys(
  { suggestion, place, options, isWaiting = false }: OpenListProps,
  choose: (option: Option) => void,
): { readonly active: Option | undefined; readonly point: (id: string) => void } {
  const [wanted, setWanted] = useState<string>();
  /** The suggestion for which Enter was pressed before its options were loaded. The first option is chosen then. */
  const chosenEarly = useRef<Suggestion>(undefined);
  const found = options.findIndex(({ id }) => id === wanted);
  const at = Math.max(found, 0);
  const active = options[at];
  const onKey = (key: string): boolean => {
    if (key === "ArrowDown" || key === "ArrowUp") {
      const step = key === "ArrowDown" ? 1 : options.length - 1;
      setWanted(options[(at + step) % Math.max(options.length, 1)]?.id);
      return true;
    }
    if (key !== "Enter" && key !== "Tab") return false;
    if (isWaiting) chosenEarly.current = suggestion;
    else if (active !== undefined) choose(active);
    return active !== undefined || isWaiting;
  };
  useEffect(() => {
    place.current = { onKey };
    return () => {
      place.current = null;
    };
  });
  useEffect(() => {
    if (isWaiting || chosenEarly.current !== suggestion) return;
    chosenEarly.current = undefined;
    if (active !== undefined) choose(active);
  });
  return { active, point: setWanted };
}

interface ListedOptionProps {
  readonly id: string;
  readonly option: Option;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function ListedOption({ id, option, isActive, onPoint, onChoose }: ListedOptionProps): ReactNode {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={menu["item"]}
      data-focused={isActive || undefined}
      onPointerMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {option.icon}
      <span className={text["clip"]}>{option.label}</span>
      {option.aside !== undefined && <span className={menu["aside"]}>{option.aside}</span>}
    </div>
  );
}

interface AnchorProps {
  readonly place: RefObject<HTMLSpanElement | null>;
  readonly editor: RefObject<EditorView | null>;
  readonly from: number;
}

/** An element at the trigger character, which the list is positioned by. */
function Anchor({ place, editor, from }: AnchorProps): ReactNode {
  useLayoutEffect(() => {
    const [element, view] = [place.current, editor.current];
    const around = element?.parentElement?.getBoundingClientRect();
    if (element === null || view === null || around === undefined) return;
    const { left, top, bottom } = view.coordsAtPos(Math.min(from, view.state.doc.content.size));
    element.style.left = `${left - around.left}px`;
    element.style.top = `${top - around.top}px`;
    element.style.height = `${bottom - top}px`;
  }, [place, editor, from]);
  return <span ref={place} className={styles["anchor"]} aria-hidden="true" />;
}
