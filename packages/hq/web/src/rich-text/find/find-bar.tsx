import { CaseSensitive, ChevronDown, ChevronUp, type LucideIcon, WholeWord, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from "react";
import { Input, TextField, ToggleButton } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { MessageId } from "../../messages/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Tool } from "../tools/tool.tsx";
import { type Found, NOTHING_FOUND, NOTHING_SOUGHT, type Sought } from "../view/finder.ts";
import type { ViewHandle } from "../view/view-props.ts";
import form from "../../ui/form.module.css";
import textStyles from "../../ui/text.module.css";
import tools from "../tools/tools.module.css";
import styles from "./find-bar.module.css";

interface FindBarProps {
  readonly view: RefObject<ViewHandle | null>;
  /** The text, which can change while the bar is open. */
  readonly text: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onClose: () => void;
}

/** Find and replace, in either view of a text. */
export function FindBar({ view, text, input, onClose }: FindBarProps): ReactNode {
  const { formatMessage } = useIntl();
  const { sought, found, seek, act } = useFinding(view, text, input);
  useInitialSearch(view, input, (selected) => seek({ text: selected }));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      // Don't also close the full-screen view.
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (event.key === "f" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      input.current?.select();
    }
  };
  return (
    <div
      className={styles["bar"]}
      role="search"
      aria-label={formatMessage({ id: "richText.findAndReplace" })}
      onKeyDown={onKeyDown}
    >
      <div className={`${form["buttons"]} ${styles["row"]}`}>
        <Words
          label="richText.find"
          value={sought.text}
          onChange={(words) => seek({ text: words })}
          onEnter={(isBack) => act(isBack ? "previous" : "next")}
          input={input}
        />
        <Count sought={sought.text} found={found} />
        <Tool
          label="richText.previous"
          icon={ChevronUp}
          isOff={found.count === 0}
          onPress={() => act("previous")}
        />
        <Tool
          label="richText.next"
          icon={ChevronDown}
          isOff={found.count === 0}
          onPress={() => act("next")}
        />
        <Choice
          label="richText.matchCase"
          icon={CaseSensitive}
          isOn={sought.matchCase}
          onChange={(matchCase) => seek({ matchCase })}
        />
        <Choice
          label="richText.byWord"
          icon={WholeWord}
          isOn={sought.byWord}
          onChange={(byWord) => seek({ byWord })}
        />
        <span className={styles["space"]} />
        <Tool label="dialog.close" icon={X} onPress={onClose} />
      </div>
      <div className={`${form["buttons"]} ${styles["row"]}`}>
        <Words
          label="richText.replaceBy"
          value={sought.replacement}
          onChange={(words) => seek({ replacement: words })}
          onEnter={() => act("replace")}
        />
        <Button look="quiet" isDisabled={found.count === 0} onPress={() => act("replace")}>
          <FormattedMessage id="richText.replace" />
        </Button>
        <Button look="quiet" isDisabled={found.count === 0} onPress={() => act("replaceAll")}>
          <FormattedMessage id="richText.replaceAll" />
        </Button>
      </div>
    </div>
  );
}

function Count({ sought, found }: { readonly sought: string; readonly found: Found }): ReactNode {
  return (
    <span className={`${textStyles["detail"]} ${styles["count"]}`} role="status">
      {sought !== "" && (
        <FormattedMessage
          id={found.count === 0 ? "entries.noMatch" : "richText.foundOf"}
          values={{ ...found }}
        />
      )}
    </span>
  );
}

interface ChoiceProps {
  readonly label: MessageId;
  readonly icon: LucideIcon;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Choice({ label, icon: Icon, isOn, onChange }: ChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <ToggleButton
      className={tools["tool"] ?? ""}
      aria-label={formatMessage({ id: label })}
      isSelected={isOn}
      onChange={onChange}
    >
      <Icon size={15} aria-hidden="true" />
    </ToggleButton>
  );
}

interface Finding {
  readonly sought: Sought;
  readonly found: Found;
  readonly seek: (change: Partial<Sought>) => void;
  readonly act: (name: "next" | "previous" | "replace" | "replaceAll") => void;
}

function useFinding(
  view: FindBarProps["view"],
  text: string,
  input: FindBarProps["input"],
): Finding {
  const [sought, setSought] = useState(NOTHING_SOUGHT);
  const [found, setFound] = useState(NOTHING_FOUND);
  const seek = (change: Partial<Sought>): void => {
    const next = { ...sought, ...change };
    setSought(next);
    setFound(view.current?.finder()?.seek(next) ?? NOTHING_FOUND);
  };
  const act = (name: "next" | "previous" | "replace" | "replaceAll"): void => {
    const now = view.current?.finder()?.[name]() ?? NOTHING_FOUND;
    setFound(now);
    // The pressed button is now disabled and would lose the focus.
    if (now.count === 0) input.current?.focus();
  };
  useEffect(() => {
    setFound(view.current?.finder()?.found() ?? NOTHING_FOUND);
  }, [view, text]);
  return { sought, found, seek, act };
}

/** Starts with the selected text, and clears the highlights when the bar closes. */
function useInitialSearch(
  view: RefObject<ViewHandle | null>,
  input: RefObject<HTMLInputElement | null>,
  begin: (selected: string) => void,
): void {
  const [first] = useState(() => begin);
  useEffect(() => {
    const selected = view.current?.finder()?.selected() ?? "";
    if (selected !== "" && !selected.includes("\n")) first(selected);
    input.current?.focus();
    input.current?.select();
    return () => {
      // The view can be gone because the user switched views.
      view.current?.finder()?.seek();
    };
  }, [view, input, first]);
}

interface WordsProps {
  readonly label: MessageId;
  readonly value: string;
  readonly onChange: (words: string) => void;
  readonly onEnter: (isBack: boolean) => void;
  readonly input?: RefObject<HTMLInputElement | null>;
}

function Words({ label, value, onChange, onEnter, input }: WordsProps): ReactNode {
  const { formatMessage } = useIntl();
  const words = formatMessage({ id: label });
  return (
    <TextField
      aria-label={words}
      value={value}
      onChange={onChange}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) {
          event.preventDefault();
          onEnter(event.shiftKey);
        } else event.continuePropagation();
      }}
    >
      <Input className={styles["words"] ?? ""} placeholder={words} {...(input && { ref: input })} />
    </TextField>
  );
}
