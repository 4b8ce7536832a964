import { Maximize2, Minimize2, Search } from "lucide-react";
import type { Command, EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import {
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useId,
  useRef,
  useState,
} from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Segments } from "../ui/fields/segments.tsx";
import { HiddenText } from "../ui/notes/hidden-text.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { KeyCap } from "../ui/values/key-cap.tsx";
import { useFindBar } from "./find/use-find-bar.tsx";
import type { DialogName } from "./suggest/insertions.ts";
import { SuggestionMenu } from "./suggest/suggestion-menu.tsx";
import { InsertDialogs } from "./tools/insert-dialogs.tsx";
import { Tool } from "./tools/tool.tsx";
import { Toolbar } from "./tools/toolbar.tsx";
import type { Pickers } from "./view/pickers.ts";
import type { ViewHandle, ViewProps } from "./view/view-props.ts";
import { type Active, activeIn, NOTHING_ACTIVE } from "./visual/active.ts";
import { linkAt } from "./visual/commands.ts";
import { type Suggestion, suggestionIn, type SuggestionList } from "./visual/suggestion.ts";
import { VisualView } from "./visual/visual-view.tsx";
import styles from "./rich-text.module.css";

interface RichTextEditorProps extends Pickers {
  readonly label: string;
  readonly path: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Maximum characters. */
  readonly limit: number;
  readonly isInvalid: boolean;
}

type Mode = "written" | "source";

const SourceView = lazy(async () => {
  const { SourceView: View } = await import("./source-view.tsx");
  return { default: View };
});

/** A Markdown editor with a rich-text and a source view. */
export function RichTextEditor(props: RichTextEditorProps): ReactNode {
  const { label, path, value, onChange, limit, isInvalid } = props;
  const [mode, setMode] = useState<Mode>("written");
  const [isWide, setIsWide] = useState(false);
  const [dialog, setDialog] = useState<DialogName>();
  const [active, setActive] = useState(NOTHING_ACTIVE);
  const editor = useRef<EditorView>(null);
  const handle = useRef<ViewHandle>(null);
  const find = useFindBar(handle, value);
  const ids = useId();
  const counted = useDeferredValue(value);
  const run = (command: Command): void => {
    const view = editor.current;
    if (view === null) return;
    command(view.state, view.dispatch, view);
    view.focus();
  };
  const view = { value, onChange, label, path, ids, handle, onFind: find.open };
  return (
    <div
      className={[styles["frame"], isWide && styles["wide"], isInvalid && styles["invalid"]]
        .filter(Boolean)
        .join(" ")}
      onKeyDown={(event) => {
        if (event.key === "Escape" && isWide && !event.defaultPrevented) setIsWide(false);
      }}
    >
      <HiddenText>
        <span id={ids}>
          <FormattedMessage id="richText.leave" />
        </span>
      </HiddenText>
      <div className={styles["head"]}>
        {mode === "written" && <Toolbar active={active} run={run} onOpenDialog={setDialog} />}
        <ViewTools
          mode={mode}
          isWide={isWide}
          onMode={(next) => {
            find.close();
            setMode(next);
          }}
          onFind={find.open}
          onWide={setIsWide}
        />
        {find.bar}
      </div>
      {mode === "written" ? (
        <Visual
          view={view}
          editor={editor}
          onActive={(state) => setActive((before) => changed(before, state))}
          onOpenDialog={setDialog}
        />
      ) : (
        <Suspense fallback={<Waiting />}>
          <SourceView {...view} />
        </Suspense>
      )}
      <Counts text={counted} limit={limit} hasInsertions={mode === "written"} />
      <InsertDialogs
        {...props}
        dialog={dialog}
        address={() => (editor.current === null ? "" : linkAt(editor.current.state))}
        onInsert={(command) => {
          setDialog(undefined);
          // Run after the dialog has returned the focus to its button.
          setTimeout(() => run(command));
        }}
        onClose={() => setDialog(undefined)}
      />
    </div>
  );
}

interface WrittenProps {
  readonly view: ViewProps;
  readonly editor: RefObject<EditorView | null>;
  readonly onActive: (state: EditorState) => void;
  readonly onOpenDialog: (what: DialogName) => void;
}

/** The rich-text view with the menu that opens at the cursor. */
function Visual({ view, editor, onActive, onOpenDialog }: WrittenProps): ReactNode {
  const [suggestion, setSuggestion] = useState<Suggestion>();
  const place = useRef<SuggestionList>(null);
  return (
    <>
      <VisualView
        {...view}
        editor={editor}
        suggestions={place}
        onState={(state) => {
          onActive(state);
          setSuggestion(suggestionIn(state));
        }}
      />
      <SuggestionMenu
        suggestion={suggestion}
        editor={editor}
        place={place}
        onOpenDialog={onOpenDialog}
      />
    </>
  );
}

interface ViewToolsProps {
  readonly mode: Mode;
  readonly isWide: boolean;
  readonly onMode: (mode: Mode) => void;
  readonly onFind: () => void;
  readonly onWide: (isWide: boolean) => void;
}

/** Tools available in both views. */
function ViewTools({ mode, isWide, onMode, onFind, onWide }: ViewToolsProps): ReactNode {
  return (
    <>
      <ModeSwitch mode={mode} onChange={onMode} />
      <Tool label="richText.findAndReplace" icon={Search} onPress={onFind} />
      <Tool
        label={isWide ? "richText.narrow" : "richText.wide"}
        icon={isWide ? Minimize2 : Maximize2}
        onPress={() => onWide(!isWide)}
      />
    </>
  );
}

/** Returns the same object if nothing changed, so that typing doesn't re-render the toolbar. */
function changed(before: Active, state: EditorState): Active {
  const now = activeIn(state);
  return JSON.stringify(now) === JSON.stringify(before) ? before : now;
}

function ModeSwitch({
  mode,
  onChange,
}: {
  readonly mode: Mode;
  readonly onChange: (mode: Mode) => void;
}): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <div className={styles["modes"]}>
      <Segments
        label={formatMessage({ id: "richText.mode" })}
        segments={[
          { id: "written", label: <FormattedMessage id="richText.written" /> },
          { id: "source", label: <FormattedMessage id="richText.source" /> },
        ]}
        value={mode}
        onChange={onChange}
      />
    </div>
  );
}

interface CountsProps {
  readonly text: string;
  readonly limit: number;
  /** Whether `/` opens the insert menu. */
  readonly hasInsertions: boolean;
}

/** Memoized, because counting long texts is slow. */
const Counts = memo(function Counts({ text, limit, hasInsertions }: CountsProps): ReactNode {
  return (
    <p className={`${styles["counts"]} ${text.length > limit ? styles["tooMany"] : ""}`}>
      <span>
        <FormattedMessage id="richText.words" values={{ count: countWords(text) }} />
      </span>
      <span>
        <FormattedMessage
          id="richText.characters"
          values={{
            count: <FormattedNumber value={text.length} />,
            limit: <FormattedNumber value={limit} />,
          }}
        />
      </span>
      {hasInsertions && (
        <span className={styles["hint"]}>
          <FormattedMessage id="richText.slash" values={{ key: <KeyCap>/</KeyCap> }} />
        </span>
      )}
    </p>
  );
});

/** Matches words. In scripts without spaces, each character counts as one, as in word processors. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu;

function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
