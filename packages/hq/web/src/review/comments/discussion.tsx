import { type ReactNode, useId } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useAddComment } from "../../api/changes/comments.ts";
import { CommentForm } from "./comment-form.tsx";
import { useTalk } from "./discussion-context.ts";
import { ThreadView } from "./thread.tsx";
import { threadsElsewhere } from "./threads.ts";
import headingStyles from "../../ui/heading.module.css";
import styles from "./comments.module.css";

interface DiscussionProps {
  /** Keys of the places displayed above with their threads. */
  readonly displayedPlaces: ReadonlySet<string>;
  /** Describes the place of a thread that is no longer displayed. */
  readonly placeWords: (path: string, field: string | null) => string;
}

/** Comments on the whole change request, and on places no longer displayed. */
export function Discussion({ displayedPlaces, placeWords }: DiscussionProps): ReactNode {
  const { formatMessage } = useIntl();
  const heading = useId();
  const { change, threads, maySpeak } = useTalk();
  const say = useAddComment(change);
  const here = threadsElsewhere(threads, displayedPlaces);
  if (here.length === 0 && !maySpeak) return null;
  return (
    <section className={styles["discussion"]} aria-labelledby={heading}>
      <h2 className={headingStyles["title"]} id={heading}>
        <FormattedMessage id="review.discussion" />
      </h2>
      {here.map((thread) => {
        const { path, field } = thread.first;
        const about = path === null ? {} : { about: placeWords(path, field) };
        return <ThreadView key={thread.id} thread={thread} {...about} />;
      })}
      {maySpeak && (
        <CommentForm
          label={formatMessage({ id: "review.commentWhole" })}
          placeholder={formatMessage({ id: "review.commentHint" })}
          error={say.error}
          isWorking={say.isPending}
          onSay={(body, then) => say.mutate({ body }, { onSuccess: then })}
        />
      )}
    </section>
  );
}
