import type { ReactNode } from "react";
import { Label, TextArea, TextField } from "react-aria-components";
import { Controller, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import type { NewChangeRequest as Said, ProposedChange } from "../../api/changes/propose-entry.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { ReviewersField } from "../../ui/people/reviewers-field.tsx";
import field from "../../ui/fields/field.module.css";
import styles from "./proposing.module.css";

interface NewChangeFormProps {
  readonly entry: ProposedChange;
  readonly title: string;
  readonly isWorking: boolean;
  readonly error: Error | null;
  readonly onPropose: (said: Said) => void;
  readonly onClose: () => void;
}

/** The form for a new change request: title, description, and reviewers. */
export function NewChangeForm(props: NewChangeFormProps): ReactNode {
  const { entry, title, isWorking, error, onPropose, onClose } = props;
  const { formatMessage } = useIntl();
  const named = formatMessage({ id: suggestedTitle(entry) }, { title }).slice(0, LONGEST);
  const { control, handleSubmit, watch } = useForm<Said>({
    defaultValues: { title: named, description: "", reviewers: [], draft: false },
  });
  const submit = handleSubmit(onPropose);
  return (
    <form className={styles["form"]} onSubmit={(event) => void submit(event)} noValidate>
      <FormField
        control={control}
        name="title"
        label={formatMessage({ id: "propose.name" })}
        rules={{ required: formatMessage({ id: "propose.nameMissing" }) }}
        maxLength={LONGEST}
        autoFocus
      />
      <Controller
        control={control}
        name="description"
        render={({ field: { ref: _ref, ...bound } }) => (
          <TextField {...bound} className={field["field"] ?? ""} maxLength={20_000}>
            <Label className={field["label"] ?? ""}>
              <FormattedMessage id="propose.why" />
            </Label>
            <TextArea className={field["input"] ?? ""} rows={3} />
          </TextField>
        )}
      />
      <Controller
        control={control}
        name="reviewers"
        render={({ field: { value, onChange } }) => (
          <ReviewersField chosen={value} onChange={onChange} />
        )}
      />
      <Controller
        control={control}
        name="draft"
        render={({ field: { value, onChange } }) => (
          <Checkbox isSelected={value} onChange={onChange}>
            <FormattedMessage id="propose.draft" />
          </Checkbox>
        )}
      />
      <Refusal error={error} />
      <div className={styles["foot"]}>
        <Button onPress={onClose}>
          <FormattedMessage id="propose.cancel" />
        </Button>
        <Button look="primary" type="submit" isWorking={isWorking}>
          <FormattedMessage id={watch("draft") ? "propose.begin" : "propose.send"} />
        </Button>
      </div>
    </form>
  );
}

const LONGEST = 200;

function suggestedTitle({
  id,
  deleted,
}: ProposedChange): "propose.nameNew" | "propose.nameGone" | "propose.nameOf" {
  if (deleted === true) return "propose.nameGone";
  return id === undefined ? "propose.nameNew" : "propose.nameOf";
}
