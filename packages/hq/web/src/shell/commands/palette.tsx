import { Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
} from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { MessageId } from "../../messages/messages.ts";
import { KeyCap } from "../../ui/values/key-cap.tsx";
import { StateMark } from "../../ui/values/state-mark.tsx";
import type { Choice, Section } from "./choices.ts";
import textStyles from "../../ui/text.module.css";
import styles from "./palette.module.css";

interface PaletteProps {
  /** Name of the searched site or workspace. */
  readonly place: string | undefined;
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** The query that produced these sections. */
  readonly search: string;
  readonly sections: readonly Section[];
  /** Whether more results for `search` are loading. */
  readonly isFetching?: boolean;
  readonly onClose: () => void;
}

/** The command palette: finds actions, content, and screens by name. */
export function Palette(props: PaletteProps): ReactNode {
  const { place, words, onWords, search, sections, isFetching = false, onClose } = props;
  const intl = useIntl();
  const choices = sections.flatMap((section) => section.choices);
  const navigate = useNavigate();
  const openFirst = (): void => {
    const first = choices[0];
    if (first === undefined) return;
    first.act?.();
    if (first.href !== undefined) void navigate(first.href);
    onClose();
  };
  const isSearching = isFetching || words.trim() !== search;
  const enter = useEnter({ words, isSearching, openFirst });
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles["veil"] ?? ""}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles["modal"] ?? ""}>
        <Dialog
          className={styles["palette"] ?? ""}
          aria-label={intl.formatMessage({ id: "palette.label" })}
        >
          <Autocomplete inputValue={words} onInputChange={onWords}>
            <TextField
              autoFocus
              className={styles["search"] ?? ""}
              aria-label={intl.formatMessage({ id: "palette.label" })}
            >
              <Search size={18} aria-hidden="true" />
              <Input
                className={styles["input"] ?? ""}
                placeholder={intl.formatMessage({ id: "palette.placeholder" })}
                onKeyDownCapture={enter}
              />
              <span className={styles["site"]}>{place}</span>
            </TextField>
            <Menu
              className={styles["menu"] ?? ""}
              aria-label={intl.formatMessage({ id: "palette.found" })}
              onAction={onClose}
              renderEmptyState={() => (
                <FormattedMessage id={isSearching ? "palette.searching" : "entries.noMatch"} />
              )}
            >
              {sections.map((section) => (
                <Choices
                  key={section.id}
                  title={section.id}
                  choices={section.choices}
                  words={search}
                />
              ))}
            </Menu>
          </Autocomplete>
          <footer className={styles["foot"]}>
            <span>
              <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> <FormattedMessage id="palette.choose" />
            </span>
            <span>
              <KeyCap>Enter</KeyCap> <FormattedMessage id="palette.open" />
            </span>
            <span className={styles["found"]} role="status">
              <FormattedMessage id="palette.count" values={{ count: choices.length }} />
            </span>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface EnterOptions {
  readonly words: string;
  readonly isSearching: boolean;
  readonly openFirst: () => void;
}

const MOVES = new Set(["ArrowDown", "ArrowUp", "Home", "End", "PageDown", "PageUp"]);

/**
 * Handles keys of the search box before the list. Enter applies to the complete query: if its results are still
 * loading, Enter waits instead of opening a result of an earlier query.
 */
function useEnter(options: EnterOptions): (event: KeyboardEvent<HTMLInputElement>) => void {
  const { words, isSearching, openFirst } = options;
  /** The query for which an item was selected with the arrow keys. */
  const chosenFor = useRef<string>(undefined);
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (wanted === undefined || (wanted === words && isSearching)) return;
    setWanted(undefined);
    if (wanted === words) openFirst();
  }, [wanted, words, isSearching, openFirst]);
  return (event) => {
    if (MOVES.has(event.key)) chosenFor.current = words;
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const isEarly = isSearching && chosenFor.current !== words;
    if (!isEarly && isMarked(event.currentTarget)) return;
    event.stopPropagation();
    event.preventDefault();
    if (isEarly) setWanted(words);
    else openFirst();
  };
}

/**
 * Returns whether an item is active. Late results can deactivate it, and `aria-activedescendant` can name a removed
 * item.
 */
function isMarked(input: HTMLInputElement): boolean {
  const marked = input.getAttribute("aria-activedescendant");
  return marked !== null && input.ownerDocument.getElementById(marked) !== null;
}

interface ChoicesProps {
  readonly title: MessageId;
  readonly choices: readonly Choice[];
  readonly words: string;
}

function Choices({ title, choices, words }: ChoicesProps): ReactNode {
  if (choices.length === 0) return null;
  return (
    <MenuSection>
      <Header className={styles["heading"] ?? ""}>
        <FormattedMessage id={title} />
      </Header>
      {choices.map(({ id, text, detail, icon: Icon, picture, state, keys = [], href, act }) => (
        <MenuItem
          key={id}
          id={id}
          textValue={text}
          className={styles["item"] ?? ""}
          {...(href !== undefined && { href })}
          {...(act !== undefined && { onAction: act })}
        >
          {picture === undefined ? (
            <Icon size={16} aria-hidden="true" />
          ) : (
            <img src={picture} alt="" className={styles["picture"]} />
          )}
          <span className={`${textStyles["clip"]} ${styles["text"]}`}>
            <Marked text={text} words={words} />
          </span>
          <small className={`${textStyles["soft"]} ${textStyles["clip"]} ${styles["detail"]}`}>
            {detail}
          </small>
          {state !== undefined && <StateMark state={state} />}
          {keys.map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

/** A text with the matched part highlighted. */
function Marked({ text, words }: { readonly text: string; readonly words: string }): ReactNode {
  const place = words === "" ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
  if (place === -1) return text;
  return (
    <>
      {text.slice(0, place)}
      <b>{text.slice(place, place + words.length)}</b>
      {text.slice(place + words.length)}
    </>
  );
}
