import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useReviewContext } from "../../api/changes/review-context.ts";
import { type SkillChange, useMergeSkillChange } from "../../api/changes/skill-change.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { includesApproval, rightsOf, unmetConditions } from "../merge-rules.ts";
import type { ReviewParts } from "../request/parts.ts";
import { RequestChangesButton } from "../request/request-changes-button.tsx";
import styles from "../request/request.module.css";

export interface SkillParts extends ReviewParts {
  readonly detail: SkillChange;
}

/** Location and actions of the change request. */
export function SkillBar({ detail, onlooker }: SkillParts): ReactNode {
  const { formatMessage } = useIntl();
  const { address } = useReviewContext();
  const [isAsking, setIsAsking] = useState(false);
  const { change } = detail;
  const rights = rightsOf(change, onlooker);
  return (
    <PageBar
      trail={[{ label: formatMessage({ id: "review.skillChanges" }), address }]}
      title={change.title}
    >
      {rights.askForChanges && <RequestChangesButton detail={detail} />}
      {rights.accept && (
        <Button
          look="primary"
          isDisabled={unmetConditions(detail, onlooker).length > 0}
          aria-describedby="accept-waits"
          onPress={() => setIsAsking(true)}
        >
          <FormattedMessage id="review.accept" />
        </Button>
      )}
      {isAsking && (
        <MergeSkillsDialog detail={detail} onlooker={onlooker} onClose={() => setIsAsking(false)} />
      )}
    </PageBar>
  );
}

interface MergeSkillsDialogProps extends Pick<SkillParts, "detail" | "onlooker"> {
  readonly onClose: () => void;
}

/** Explains the effect of merging and asks for confirmation. */
function MergeSkillsDialog({ detail, onlooker, onClose }: MergeSkillsDialogProps): ReactNode {
  const { formatList } = useIntl();
  const { change, head, skills } = detail;
  const accept = useMergeSkillChange(change.number);
  const act = (): void => {
    if (accept.isPending) return;
    accept.mutate({ head, approve: includesApproval(detail, onlooker) }, { onSuccess: onClose });
  };
  const names = (isGoing: boolean): string =>
    formatList(
      skills.filter(({ kind }) => (kind === "removed") === isGoing).map(({ name }) => name),
    );
  const [next, gone] = [names(false), names(true)];
  return (
    <Dialog
      title={<FormattedMessage id="review.acceptTitle" values={{ title: change.title }} />}
      isOpen
      onClose={onClose}
    >
      <div className={styles["form"]}>
        {next !== "" && (
          <p>
            <FormattedMessage id="review.nextVersions" values={{ names: next }} />
          </p>
        )}
        {gone !== "" && (
          <p>
            <FormattedMessage id="review.goneSkills" values={{ names: gone }} />
          </p>
        )}
        <Refusal error={accept.error} />
        <div className={styles["formFoot"]}>
          <Button onPress={onClose}>
            <FormattedMessage id="review.cancel" />
          </Button>
          <Button look="primary" isWorking={accept.isPending} onPress={act}>
            <FormattedMessage id="review.accept" />
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
