import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Label, TextArea, TextField } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { matching, type Nameable, sentOf, typedName } from "../../ui/people/mentions.ts";
import { Avatar } from "../../ui/values/avatar.tsx";
import { COMMAND, KeyCap } from "../../ui/values/key-cap.tsx";
import { useTalk } from "./discussion-context.ts";
import menu from "../../ui/menu.module.css";
import hiddenText from "../../ui/notes/hidden-text.module.css";
import styles from "./comments.module.css";

interface CommentFormProps {
  /** Accessible name of the input. */
  readonly label: string;
  readonly placeholder: string;
  /** @default empty */
  readonly written?: string;
  readonly autoFocus?: boolean;
  readonly error: Error | null;
  readonly isWorking: boolean;
  /** Submits the comment, then calls `then`. */
  readonly onSay: (body: string, then: () => void) => void;
  /** Closes the form; absent if it is always open. */
  readonly onLeave?: () => void;
}

/** A form for a comment. The input is kept until it is submitted. */
export function CommentForm(props: CommentFormProps): ReactNode {
  const { label, placeholder, written = "", error, isWorking, onSay, onLeave } = props;
  const { people } = useTalk();
  const [text, setText] = useState(written);
  const [named, setNamed] = useState<readonly Nameable[]>([]);
  const isEmpty = text.trim() === "";
  const say = (): void => {
    if (isEmpty || isWorking) return;
    onSay(sentOf(text.trim(), [...named, ...people]), () => setText(""));
  };
  return (
    <div className={styles["form"]}>
      <MentionArea
        label={label}
        placeholder={placeholder}
        value={text}
        people={people}
        autoFocus={props.autoFocus ?? false}
        onChange={setText}
        onName={(person) => setNamed([person, ...named])}
        onSubmit={say}
      />
      <Refusal error={error} />
      {(!isEmpty || onLeave !== undefined) && (
        <div className={styles["formActs"]}>
          {onLeave !== undefined && (
            <Button look="quiet" onPress={onLeave}>
              <FormattedMessage id="review.cancel" />
            </Button>
          )}
          <Button isDisabled={isEmpty} isWorking={isWorking} onPress={say}>
            <FormattedMessage id={written === "" ? "review.say" : "review.sayAnew"} />
          </Button>
          <span className={styles["key"]} aria-hidden="true">
            <KeyCap>{COMMAND} Enter</KeyCap>
          </span>
        </div>
      )}
    </div>
  );
}

interface MentionAreaProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly people: readonly Nameable[];
  readonly autoFocus?: boolean;
  readonly onChange: (value: string) => void;
  /** Called when a name is chosen, to distinguish people with the same name. */
  readonly onName: (person: Nameable) => void;
  readonly onSubmit: () => void;
}

/** A text area with @mentions. Matching people are suggested while typing. */
function MentionArea(props: MentionAreaProps): ReactNode {
  const { label, placeholder, value, autoFocus = false, onChange, onSubmit } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const { offered, active, listId, choose, take } = useOffer(props, area);
  const onKey = (event: KeyboardEvent): void => {
    // An active input method (Japanese) handles the keys itself.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSubmit();
    } else if (take(event.key)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    <div onKeyDownCapture={onKey}>
      <TextField
        className={styles["area"] ?? ""}
        value={value}
        onChange={onChange}
        autoFocus={autoFocus}
        maxLength={10_000}
        aria-autocomplete="list"
        {...(active !== undefined && {
          "aria-controls": listId,
          "aria-activedescendant": optionId(listId, active),
        })}
      >
        <Label className={hiddenText["hidden"] ?? ""}>{label}</Label>
        <TextArea ref={area} rows={2} placeholder={placeholder} />
      </TextField>
      <Offer listId={listId} offered={offered} active={active} onChoose={choose} />
    </div>
  );
}

function optionId(listId: string, { id }: Nameable): string {
  return `${listId}-${id}`;
}

const MOST_OFFERED = 6;

interface OfferState {
  readonly offered: readonly Nameable[];
  /** The suggestion that Enter chooses; undefined if there are no suggestions. */
  readonly active: Nameable | undefined;
  readonly listId: string;
  readonly choose: (person: Nameable) => void;
  /** Passes a key to the open list. Returns false if the list ignores it. */
  readonly take: (key: string) => boolean;
}

/** Returns the suggestions at the cursor, and handles keys while the list is open. */
function useOffer(
  { value, people, onChange, onName }: MentionAreaProps,
  area: { readonly current: HTMLTextAreaElement | null },
): OfferState {
  const listId = useId();
  const cursor = useCursor(area);
  const [place, setPlace] = useState(0);
  const [left, setLeft] = useState<number>();
  const moveTo = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (moveTo.current === undefined) return;
    area.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = undefined;
  }, [area, value]);
  const typed = cursor === undefined ? undefined : typedName(value, cursor);
  const offered =
    typed === undefined || typed.from === left
      ? []
      : matching(typed.query, people).slice(0, MOST_OFFERED);
  const active = offered[Math.min(place, offered.length - 1)];
  const choose = (person: Nameable): void => {
    if (typed === undefined || cursor === undefined) return;
    const before = `${value.slice(0, typed.from)}@${person.name} `;
    moveTo.current = before.length;
    setPlace(0);
    onName(person);
    onChange(before + value.slice(cursor));
    area.current?.focus();
  };
  const take = (key: string): boolean => {
    if (active === undefined) return false;
    if (key === "Enter" || key === "Tab") choose(active);
    else if (key === "Escape") setLeft(typed?.from);
    else if (key === "ArrowDown" || key === "ArrowUp") {
      const step = key === "ArrowDown" ? 1 : offered.length - 1;
      setPlace((offered.indexOf(active) + step) % offered.length);
    } else return false;
    return true;
  };
  return { offered, active, listId, choose, take };
}

/** Returns the cursor position in a text; undefined without focus. */
function useCursor(area: { readonly current: HTMLTextAreaElement | null }): number | undefined {
  const [cursor, setCursor] = useState<number>();
  useEffect(() => {
    const read = (): void => {
      const text = area.current;
      const isHere = text !== null && text.ownerDocument.activeElement === text;
      setCursor(isHere ? text.selectionStart : undefined);
    };
    document.addEventListener("selectionchange", read);
    document.addEventListener("focusin", read);
    return () => {
      document.removeEventListener("selectionchange", read);
      document.removeEventListener("focusin", read);
    };
  }, [area]);
  return cursor;
}

interface OfferProps extends Pick<OfferState, "offered" | "active" | "listId"> {
  readonly onChoose: (person: Nameable) => void;
}

/** The suggestions below the text, which keeps the focus. */
function Offer({ offered, active, listId, onChoose }: OfferProps): ReactNode {
  const { formatMessage } = useIntl();
  if (offered.length === 0) return null;
  return (
    // Not a ListBox, because the text keeps the focus.
    <div
      role="listbox"
      id={listId}
      aria-label={formatMessage({ id: "review.people" })}
      className={`${menu["popup"]} ${styles["offered"]}`}
    >
      {offered.map((person) => (
        <div
          key={person.id}
          role="option"
          id={optionId(listId, person)}
          aria-selected={person === active}
          tabIndex={-1}
          className={menu["item"]}
          data-focused={person === active || undefined}
          // Pressing an option must not move the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(person);
          }}
        >
          <Avatar name={person.name} size="medium" />
          {person.name}
        </div>
      ))}
    </div>
  );
}
