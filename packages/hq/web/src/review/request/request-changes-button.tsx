import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type ChangeDetail, useGiveVerdict } from "../../api/changes/change.ts";
import { useAddComment } from "../../api/changes/comments.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CommentForm } from "../comments/comment-form.tsx";

/** Requests changes, with a comment. */
export function RequestChangesButton({ detail }: { readonly detail: ChangeDetail }): ReactNode {
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const { number } = detail.change;
  const say = useAddComment(number);
  const judge = useGiveVerdict(number);
  const { head } = detail;
  const ask = (body: string): void =>
    say.mutate(
      { body },
      {
        onSuccess: () =>
          judge.mutate(
            { verdict: "changes_requested", head },
            { onSuccess: () => setIsOpen(false) },
          ),
      },
    );
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>
        <FormattedMessage id="review.ask" />
      </Button>
      <Dialog
        title={<FormattedMessage id="review.ask" />}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <p>
          <FormattedMessage id="review.askText" />
        </p>
        <CommentForm
          label={formatMessage({ id: "review.askWhat" })}
          placeholder={formatMessage({ id: "review.askWhat" })}
          autoFocus
          error={say.error ?? judge.error}
          isWorking={say.isPending || judge.isPending}
          onSay={ask}
          onLeave={() => setIsOpen(false)}
        />
      </Dialog>
    </>
  );
}
