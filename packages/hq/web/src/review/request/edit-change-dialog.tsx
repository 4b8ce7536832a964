import type { ReactNode } from "react";
import { Label, TextArea, TextField } from "react-aria-components";
import { Controller, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { type ChangeDetail, useUpdateChange } from "../../api/changes/change.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import field from "../../ui/fields/field.module.css";
import styles from "./request.module.css";

interface EditChangeDialogProps {
  readonly change: ChangeDetail["change"];
  readonly onClose: () => void;
}

/** Edits the title and description of a change request. */
export function EditChangeDialog({ change, onClose }: EditChangeDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const update = useUpdateChange(change.number);
  const { title, description } = change;
  const { control, handleSubmit } = useForm({ defaultValues: { title, description } });
  const submit = handleSubmit((words) => update.mutate(words, { onSuccess: onClose }));
  return (
    <Dialog title={<FormattedMessage id="review.editWords" />} isOpen onClose={onClose}>
      <form className={styles["form"]} onSubmit={(event) => void submit(event)} noValidate>
        <FormField
          control={control}
          name="title"
          label={formatMessage({ id: "review.title" })}
          rules={{ required: formatMessage({ id: "review.titleMissing" }) }}
          maxLength={200}
          autoFocus
        />
        <Controller
          control={control}
          name="description"
          render={({ field: { ref: _ref, ...props } }) => (
            <TextField {...props} className={field["field"] ?? ""} maxLength={20_000}>
              <Label>
                <FormattedMessage id="review.why" />
              </Label>
              <TextArea className={field["input"] ?? ""} rows={5} />
            </TextField>
          )}
        />
        <Refusal error={update.error} />
        <div className={styles["formFoot"]}>
          <Button onPress={onClose}>
            <FormattedMessage id="review.cancel" />
          </Button>
          <Button look="primary" type="submit" isWorking={update.isPending}>
            <FormattedMessage id="review.keepWords" />
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
