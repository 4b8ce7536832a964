import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { useReviewContext } from "../../../api/changes/review-context.ts";
import { useProposeSkill } from "../../../api/changes/skill-change.ts";
import { deleteUnsavedSkill, type SkillPlace } from "../../../api/hub/unsaved-skills.ts";
import { AreaField } from "../../../ui/fields/area-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ReviewersField } from "../../../ui/people/reviewers-field.tsx";
import { FormDialog } from "../../form-dialog.tsx";
import type { SkillEdits } from "../use-skill-draft.ts";

interface ProposeDialogProps {
  readonly place: SkillPlace;
  readonly edits: SkillEdits;
  /** Title of the skill. */
  readonly title: string;
  readonly onClose: () => void;
}

const LONGEST = 200;

/** Proposes changes to a skill: asks for title, description, and reviewers. */
export function ProposeDialog({ place, edits, title, onClose }: ProposeDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { address } = useReviewContext();
  const propose = useProposeSkill();
  const [name, setName] = useState(() =>
    formatMessage({ id: "propose.nameOf" }, { title }).slice(0, LONGEST),
  );
  const [description, setDescription] = useState("");
  const [reviewers, setReviewers] = useState<readonly string[]>([]);
  const { base, files } = edits;
  const send = (): void =>
    propose.mutate(
      {
        title: name.trim(),
        description,
        reviewers,
        skill: { name: place.name, files, base },
      },
      {
        onSuccess({ number }) {
          // The changes are in the change request now, so reset the skill here.
          edits.discard();
          if (base === 0) void deleteUnsavedSkill(place);
          void navigate(`${address}/${number}`);
        },
      },
    );
  return (
    <FormDialog
      title={<FormattedMessage id="hub.proposeTitle" values={{ name: place.name }} />}
      act={<FormattedMessage id="propose.send" />}
      mutation={propose}
      isAllowed={name.trim() !== ""}
      onSend={send}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id="hub.proposeLead" />
      </p>
      <TextField
        label={formatMessage({ id: "propose.name" })}
        value={name}
        onChange={setName}
        maxLength={LONGEST}
        autoFocus
      />
      <AreaField
        label={formatMessage({ id: "propose.why" })}
        value={description}
        onChange={setDescription}
        maxLength={20_000}
        rows={3}
      />
      <ReviewersField chosen={reviewers} onChange={setReviewers} />
    </FormDialog>
  );
}
