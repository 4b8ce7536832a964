import { getLocalTimeZone, now } from "@internationalized/date";
import type { ReactNode } from "react";
import { useController, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { type Release, useSaveRelease } from "../api/publishing/releases.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Checkbox } from "../ui/fields/checkbox.tsx";
import { FormField } from "../ui/fields/form-field.tsx";
import { TimeField } from "../ui/fields/time-field.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { EntriesChoice } from "./entries-choice.tsx";
import styles from "./releases.module.css";

const MORNING = { hour: 9, minute: 0, second: 0, millisecond: 0 };

interface ReleaseForm {
  readonly title: string;
  readonly isTimed: boolean;
  readonly publishAt: string | null;
  readonly entries: string[];
}

interface ReleaseDialogProps {
  /** The release to edit; absent for a new one. */
  readonly release?: Release;
  readonly onClose: () => void;
}

/** Creates or edits a release. The input is kept if HQ refuses it. */
export function ReleaseDialog({ release, onClose }: ReleaseDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const write = useSaveRelease(release);
  const { control, handleSubmit, watch } = useForm<ReleaseForm>({
    defaultValues: {
      title: release?.title ?? "",
      isTimed: release === undefined || release.publishAt !== null,
      publishAt: release?.publishAt ?? tomorrow(),
      entries: release?.entries ?? [],
    },
  });
  const isTimed = useController({ control, name: "isTimed" }).field;
  const time = useController({
    control,
    name: "publishAt",
    rules: {
      validate: (at) => {
        if (!watch("isTimed") || at === release?.publishAt) return true;
        const isToCome = at !== null && Date.parse(at) > Date.now();
        return isToCome || formatMessage({ id: "schedule.timeToCome" });
      },
    },
  });
  const entries = useController({
    control,
    name: "entries",
    rules: { validate: (ids) => ids.length > 0 || formatMessage({ id: "releases.chooseOne" }) },
  });
  const send = handleSubmit((form) => {
    const publishAt = form.isTimed ? form.publishAt : null;
    if (write.isPending) return;
    const words = { title: form.title, entries: form.entries, publishAt };
    write.mutate(words, { onSuccess: onClose });
  });
  return (
    <Dialog
      title={<FormattedMessage id={release === undefined ? "releases.new" : "releases.change"} />}
      isOpen
      onClose={onClose}
    >
      <form className={styles["form"]} onSubmit={(event) => void send(event)} noValidate>
        <FormField
          control={control}
          name="title"
          label={formatMessage({ id: "releases.title" })}
          rules={{ required: formatMessage({ id: "releases.titleWanted" }), maxLength: 200 }}
          autoFocus
        />
        <Checkbox isSelected={isTimed.value} onChange={isTimed.onChange}>
          <FormattedMessage id="releases.atTime" />
        </Checkbox>
        {isTimed.value && (
          <TimeField
            label={formatMessage({ id: "releases.time" })}
            value={time.field.value}
            onChange={time.field.onChange}
            error={time.fieldState.error?.message}
          />
        )}
        <EntriesChoice
          chosen={entries.field.value}
          onChange={entries.field.onChange}
          error={entries.fieldState.error?.message}
        />
        <Refusal error={write.error} />
        <div className={styles["foot"]}>
          <Button onPress={onClose}>
            <FormattedMessage id="releases.cancel" />
          </Button>
          <Button look="primary" type="submit" isWorking={write.isPending}>
            <FormattedMessage id="releases.save" />
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function tomorrow(): string {
  return now(getLocalTimeZone()).add({ days: 1 }).set(MORNING).toAbsoluteString();
}
