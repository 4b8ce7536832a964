import { getLocalTimeZone, now } from "@internationalized/date";
import { type ReactNode, useState } from "react";
import { GridList, GridListItem } from "react-aria-components";
import { useController, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { useEntriesToChoose } from "../api/content/entries.ts";
import { type Release, useSaveRelease } from "../api/publishing/releases.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Checkbox } from "../ui/fields/checkbox.tsx";
import { FormField } from "../ui/fields/form-field.tsx";
import { SearchBox } from "../ui/fields/search-box.tsx";
import { TimeField } from "../ui/fields/time-field.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { StateMark } from "../ui/values/state-mark.tsx";
import frame from "../ui/fields/field.module.css";
import formStyles from "../ui/form.module.css";
import list from "../ui/list.module.css";
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
      <form className={formStyles["form"]} onSubmit={(event) => void send(event)} noValidate>
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
        <div className={`${formStyles["foot"]} ${styles["foot"]}`}>
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

interface EntriesChoiceProps {
  /** Entry ids. */
  readonly chosen: readonly string[];
  readonly onChange: (ids: string[]) => void;
  readonly error: string | undefined;
}

/** Selects entries of any type by searching on the server. The selection survives changes of the search. */
function EntriesChoice({ chosen, onChange, error }: EntriesChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState("");
  const { data } = useEntriesToChoose({ search, order: "-updatedAt" });
  const entries = (data?.pages ?? []).flatMap((page) => page.entries);
  return (
    <div className={`${formStyles["form"]} ${styles["choice"]}`}>
      <SearchBox
        label={formatMessage({ id: "entries.search" })}
        value={search}
        onChange={setSearch}
      />
      <p className={styles["soft"]} role="status">
        <FormattedMessage id="releases.chosen" values={{ count: chosen.length }} />
      </p>
      {error !== undefined && (
        <p className={frame["error"]} role="alert">
          {error}
        </p>
      )}
      <GridList
        className={styles["choices"] ?? ""}
        aria-label={formatMessage({ id: "nav.entries" })}
        selectionMode="multiple"
        selectedKeys={chosen}
        onSelectionChange={(keys) => {
          const ids = keys === "all" ? entries.map(({ id }) => id ?? "") : [...keys].map(String);
          onChange(ids.filter((id) => id !== ""));
        }}
        renderEmptyState={() => <FormattedMessage id="entries.noMatch" />}
      >
        {entries
          .filter(({ id, removed }) => id !== undefined && !removed)
          .map((entry) => (
            <GridListItem
              key={entry.id}
              id={entry.id ?? ""}
              textValue={entry.title}
              className={`${list["option"]} ${styles["option"]}`}
            >
              <Checkbox slot="selection">{null}</Checkbox>
              <span className={`${list["names"]} ${styles["names"]}`}>
                <b>{entry.title}</b>
                <small>{entry.type}</small>
              </span>
              <StateMark state={entry.state} />
            </GridListItem>
          ))}
      </GridList>
    </div>
  );
}
