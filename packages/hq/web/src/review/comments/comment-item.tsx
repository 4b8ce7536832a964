import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { type Comment, useChangeComment, useDeleteComment } from "../../api/changes/comments.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { partsOf, writtenOf } from "../../ui/people/mentions.ts";
import { Ago } from "../../ui/values/ago.tsx";
import { Avatar } from "../../ui/values/avatar.tsx";
import { PersonName } from "../person-name.tsx";
import { CommentForm } from "./comment-form.tsx";
import { useTalk } from "./discussion-context.ts";
import menu from "../../ui/menu.module.css";
import styles from "./comments.module.css";

/** A comment with its author and date. */
export function CommentItem({ comment }: { readonly comment: Comment }): ReactNode {
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
          <b>
            <PersonName id={userId} names={names} />
          </b>
          <small>
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
                <span key={place} className={styles["mention"]}>
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
