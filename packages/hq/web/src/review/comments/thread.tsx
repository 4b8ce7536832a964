import { Check, CornerDownRight, RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useChangeComment, useAddComment } from "../../api/changes/comments.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { PersonName } from "../person-name.tsx";
import { CommentForm } from "./comment-form.tsx";
import { CommentItem } from "./comment-item.tsx";
import { useTalk } from "./discussion-context.ts";
import { isOpen, type Thread } from "./threads.ts";
import styles from "./comments.module.css";

interface ThreadViewProps {
  readonly thread: Thread;
  /** The place of the thread, if it isn't displayed next to it. */
  readonly about?: ReactNode;
}

/** A thread with its replies. Resolved threads are collapsed. */
export function ThreadView({ thread, about }: ThreadViewProps): ReactNode {
  const { names } = useTalk();
  const [isShown, setIsShown] = useState(false);
  const { first, answers } = thread;
  if (!isOpen(thread) && !isShown) {
    return (
      <div className={styles["settled"]}>
        <Check size={14} aria-hidden="true" />
        <span>
          <FormattedMessage
            id="review.settledBy"
            values={{
              who: <PersonName id={first.resolvedBy} names={names} />,
              count: answers.length + 1,
            }}
          />
        </span>
        <Button look="quiet" onPress={() => setIsShown(true)}>
          <FormattedMessage id="review.show" />
        </Button>
      </div>
    );
  }
  return (
    <section className={styles["thread"]}>
      <ThreadHead thread={thread} about={about} />
      {[first, ...answers].map((comment) => (
        <CommentItem key={comment.id} comment={comment} />
      ))}
      <Answer thread={thread} />
    </section>
  );
}

/** The place of the thread, and whether it is resolved. */
function ThreadHead({ thread, about }: ThreadViewProps): ReactNode {
  const { change, maySpeak } = useTalk();
  const settle = useChangeComment(change);
  const { id, quote } = thread.first;
  const isSettled = !isOpen(thread);
  return (
    <header className={styles["threadHead"]}>
      {(about !== undefined || quote !== null) && <CornerDownRight size={13} aria-hidden="true" />}
      <span>
        {about}
        {quote !== null && <FormattedMessage id="review.onWords" values={{ words: quote }} />}
      </span>
      <Refusal error={settle.error} />
      {maySpeak && (
        <Button
          isWorking={settle.isPending}
          onPress={() => settle.mutate({ id, resolved: !isSettled })}
        >
          {isSettled ? (
            <RotateCcw size={13} aria-hidden="true" />
          ) : (
            <Check size={13} aria-hidden="true" />
          )}
          <FormattedMessage id={isSettled ? "review.openAgain" : "review.resolve"} />
        </Button>
      )}
    </header>
  );
}

function Answer({ thread }: { readonly thread: Thread }): ReactNode {
  const { formatMessage } = useIntl();
  const { change, maySpeak } = useTalk();
  const say = useAddComment(change);
  if (!maySpeak) return null;
  return (
    <CommentForm
      label={formatMessage({ id: "review.answer" })}
      placeholder={formatMessage({ id: "review.answerHint" })}
      error={say.error}
      isWorking={say.isPending}
      onSay={(body, then) => say.mutate({ body, replyTo: thread.id }, { onSuccess: then })}
    />
  );
}
