import { Check, CornerDownRight, Ellipsis, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import {
  type Comment,
  useAddComment,
  useChangeComment,
  useDeleteComment,
} from "../../api/changes/comments.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { partsOf, writtenOf } from "../../ui/people/mentions.ts";
import { Ago } from "../../ui/values/ago.tsx";
import { Avatar } from "../../ui/values/avatar.tsx";
import { PersonName } from "../stage/person-name.tsx";
import { CommentForm } from "./comment-form.tsx";
import { useTalk } from "./discussion-context.ts";
import { isOpen, type Thread } from "./threads.ts";
import heading from "../../ui/heading.module.css";
import menu from "../../ui/menu.module.css";
import text from "../../ui/text.module.css";
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
      <div className={`${text["status"]} ${styles["settled"]}`}>
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

/** A comment with its author and date. */
function CommentItem({ comment }: { readonly comment: Comment }): ReactNode {
  const { formatMessage } = useIntl();
  const { change, names } = useTalk();
  const { id, userId, body, createdAt, editedAt, deletedAt } = comment;
  const [isEditing, setIsEditing] = useState(false);
  const rewrite = useChangeComment(change);
  const name = names.get(userId ?? "") ?? formatMessage({ id: "review.somebody" });
  if (deletedAt !== null) {
    return (
      <p className={styles["gone"]}>
        <FormattedMessage id="review.commentGone" />
      </p>
    );
  }
  return (
    <article className={styles["said"]}>
      <Avatar name={name} size="large" />
      <div className={styles["saidBody"]}>
        <header>
          <b className={heading["label"]}>
            <PersonName id={userId} names={names} />
          </b>
          <small className={text["detail"]}>
            <Ago time={createdAt} />
            {editedAt !== null && (
              <>
                {" · "}
                <FormattedMessage id="review.edited" />
              </>
            )}
          </small>
          <CommentMenu comment={comment} onEdit={() => setIsEditing(true)} />
        </header>
        {isEditing ? (
          <CommentForm
            label={formatMessage({ id: "review.editComment" })}
            placeholder=""
            written={writtenOf(body)}
            autoFocus
            error={rewrite.error}
            isWorking={rewrite.isPending}
            onSay={(next) =>
              rewrite.mutate({ id, body: next }, { onSuccess: () => setIsEditing(false) })
            }
            onLeave={() => setIsEditing(false)}
          />
        ) : (
          <p>
            {partsOf(body).map((part, place) =>
              part.kind === "text" ? (
                part.text
              ) : (
                <span key={place} className={text["link"]}>
                  @{names.get(part.id) ?? part.name}
                </span>
              ),
            )}
          </p>
        )}
      </div>
    </article>
  );
}

interface CommentMenuProps {
  readonly comment: Comment;
  readonly onEdit: () => void;
}

/** Actions for a comment: edit or delete one's own. */
function CommentMenu({ comment: { id, userId }, onEdit }: CommentMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const { change, me, maySpeak, mayTidy } = useTalk();
  const remove = useDeleteComment(change);
  const isOwn = userId === me;
  if (!maySpeak || !(isOwn || mayTidy)) return null;
  const item = menu["item"] ?? "";
  return (
    <>
      <MenuTrigger>
        <Button look="quiet" iconOnly aria-label={formatMessage({ id: "review.commentMenu" })}>
          <Ellipsis size={15} aria-hidden="true" />
        </Button>
        <Popover className={menu["popup"] ?? ""} placement="bottom end">
          <Menu className={menu["menu"] ?? ""}>
            {isOwn && (
              <MenuItem className={item} onAction={onEdit}>
                <Pencil size={15} aria-hidden="true" />
                <FormattedMessage id="review.editComment" />
              </MenuItem>
            )}
            <MenuItem className={item} onAction={() => remove.mutate(id)}>
              <Trash2 size={15} aria-hidden="true" />
              <FormattedMessage id="review.deleteComment" />
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <Refusal error={remove.error} />
    </>
  );
}
