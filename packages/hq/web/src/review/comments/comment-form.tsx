import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { type Nameable, sentOf } from "../../ui/people/mentions.ts";
import { COMMAND, KeyCap } from "../../ui/values/key-cap.tsx";
import { useTalk } from "./discussion-context.ts";
import { MentionArea } from "./mention-area.tsx";
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
