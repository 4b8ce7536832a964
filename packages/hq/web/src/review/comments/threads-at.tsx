import { MessageSquare, MessageSquarePlus } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useAddComment } from "../../api/changes/comments.ts";
import { Button } from "../../ui/button.tsx";
import { CommentForm } from "./comment-form.tsx";
import { useTalk } from "./discussion-context.ts";
import { ThreadView } from "./thread.tsx";
import { isOpen, type ThreadPlace, threadsAt } from "./threads.ts";
import text from "../../ui/text.module.css";
import styles from "./comments.module.css";

/** Longer selections are not quoted. */
const MOST_QUOTED = 300;

export interface ThreadsAtPlace {
  /** Opens the comment form. */
  readonly button: ReactNode;
  /** The threads, and the form for a new one. */
  readonly below: ReactNode;
}

interface ThreadsAtOptions extends ThreadPlace {
  /** Accessible name of the place. */
  readonly label: string;
}

/**
 * Returns the threads of a field and a button for a new comment. Text selected in the field when the button is pressed
 * is quoted.
 */
export function useThreadsAt({ path, field, label }: ThreadsAtOptions): ThreadsAtPlace {
  const { formatMessage } = useIntl();
  const { change, threads, maySpeak } = useTalk();
  const [begun, setBegun] = useState<{ readonly quote: string | null }>();
  const selected = useRef<string>(null);
  const say = useAddComment(change);
  const here = threadsAt(threads, { path, field });
  const open = here.filter(isOpen).length;
  const Icon = open > 0 ? MessageSquare : MessageSquarePlus;
  return {
    button: maySpeak && (
      <Button
        look="quiet"
        iconOnly
        aria-label={formatMessage({ id: "review.commentOn" }, { field: label, count: open })}
        aria-expanded={begun !== undefined}
        // Pressing the button clears the selection.
        onPressStart={({ target }) => {
          selected.current = selectedText(target);
        }}
        onPress={() => setBegun({ quote: selected.current })}
      >
        <Icon size={15} aria-hidden="true" />
      </Button>
    ),
    below: (here.length > 0 || begun !== undefined) && (
      <div className={styles["talk"]}>
        {here.map((thread) => (
          <ThreadView key={thread.id} thread={thread} />
        ))}
        {begun !== undefined && (
          <>
            {begun.quote !== null && (
              <p className={`${text["detail"]} ${styles["quote"]}`}>
                <FormattedMessage id="review.onWords" values={{ words: begun.quote }} />
              </p>
            )}
            <CommentForm
              label={formatMessage({ id: "review.commentField" }, { field: label })}
              placeholder={formatMessage({ id: "review.commentHint" })}
              autoFocus
              error={say.error}
              isWorking={say.isPending}
              onSay={(body) =>
                say.mutate(
                  { body, path, field, quote: begun.quote },
                  { onSuccess: () => setBegun(undefined) },
                )
              }
              onLeave={() => setBegun(undefined)}
            />
          </>
        )}
      </div>
    ),
  };
}

/** Returns the text selected in the field of a button. */
function selectedText(button: Element): string | null {
  const selection = getSelection();
  const place = button.closest("section");
  if (!selection || selection.isCollapsed || !place) return null;
  if (!place.contains(selection.anchorNode) || !place.contains(selection.focusNode)) return null;
  const words = selection.toString().trim();
  return words === "" || words.length > MOST_QUOTED ? null : words;
}
