import { type ReactNode, useState } from "react";
import { Label, Radio, RadioGroup, TextArea, TextField } from "react-aria-components";
import { Controller, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { type ListedChange, useChanges } from "../../api/changes/changes.ts";
import {
  type NewChangeRequest as Said,
  type ProposedChange,
  type ProposeResult,
  type Proposing,
  useProposeEntry,
} from "../../api/changes/propose-entry.ts";
import type { NamedPerson } from "../../api/changes/review-context.ts";
import { RefusedError } from "../../api/client.ts";
import type { Field } from "../../api/content/schema.ts";
import { useSession } from "../../api/session.ts";
import { useSite } from "../../api/sites.ts";
import { readRefusedSave } from "../../draft/conflicts.ts";
import { Button } from "../../ui/button.tsx";
import { ConflictDialog } from "../../ui/compare/conflict-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { Segments } from "../../ui/fields/segments.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { ReviewersField } from "../../ui/people/reviewers-field.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { withDecisions } from "./apply-decisions.ts";
import field from "../../ui/fields/field.module.css";
import form from "../../ui/form.module.css";
import text from "../../ui/text.module.css";
import styles from "./proposing.module.css";

interface ProposeDialogProps {
  readonly proposed: ProposedChange;
  /** Title of the entry, as the suggested title of the change request. */
  readonly title: string;
  readonly fields: readonly Field[];
  /** Called once the changes are in a change request. */
  readonly onDone: (proposed: ProposeResult) => void;
  readonly onClose: () => void;
}

/** Asks whether to add the changes to a new or an open change request. */
export function ProposeDialog(props: ProposeDialogProps): ReactNode {
  const { title, fields, onDone, onClose } = props;
  const { formatMessage } = useIntl();
  const { data: listed } = useChanges({ state: "open" });
  const pages = listed?.pages ?? [];
  const open = pages.flatMap((page) => page.contents);
  const [isAdding, setIsAdding] = useState(false);
  const [entry, setEntry] = useState(props.proposed);
  const propose = useProposeEntry();
  const { variables, error } = propose;
  const put = (proposing: Proposing): void => {
    if (!propose.isPending) propose.mutate(proposing, { onSuccess: onDone });
  };
  const refused = error instanceof RefusedError ? readRefusedSave(error.problem) : undefined;
  if (refused !== undefined && variables !== undefined) {
    return (
      <ConflictDialog
        refused={refused}
        fields={fields}
        other={undefined}
        together={[]}
        {...(typeof variables.into === "number" && IN_PROPOSAL)}
        isSaving={propose.isPending}
        onDecide={(decided) => {
          const sent = withDecisions(entry, refused, decided);
          setEntry(sent);
          put({ ...variables, entry: sent });
        }}
        onLater={() => propose.reset()}
      />
    );
  }
  const ways = [
    { id: "new", label: <FormattedMessage id="propose.new" /> },
    { id: "open", label: <FormattedMessage id="propose.open" values={{ count: open.length }} /> },
  ] as const;
  const shared = { isWorking: propose.isPending, error, onClose };
  const heading = entry.deleted === true ? "propose.deletion" : "propose.title";
  return (
    <Dialog title={<FormattedMessage id={heading} values={{ title }} />} isOpen onClose={onClose}>
      <Lead />
      {open.length > 0 && (
        <Segments
          label={formatMessage({ id: "propose.where" })}
          segments={ways}
          value={isAdding ? "open" : "new"}
          onChange={(way) => setIsAdding(way === "open")}
        />
      )}
      {isAdding ? (
        <OpenChanges
          {...shared}
          proposals={open}
          people={pages.flatMap((page) => page.people)}
          onPropose={(into) => put({ entry, into })}
        />
      ) : (
        <NewChangeForm
          {...shared}
          entry={entry}
          title={title}
          onPropose={(into) => put({ entry, into })}
        />
      )}
    </Dialog>
  );
}

/** Explains what proposing changes does and why it is required. */
function Lead(): ReactNode {
  const { data: site } = useSite();
  const id = site?.reviewRequired === true ? "propose.leadReviewed" : "propose.lead";
  return (
    <p className={styles["lead"]}>
      <FormattedMessage id={id} />
    </p>
  );
}

const IN_PROPOSAL = {
  title: <FormattedMessage id="propose.conflict" />,
  theirs: <FormattedMessage id="propose.theirs" />,
};

interface NewChangeFormProps {
  readonly entry: ProposedChange;
  readonly title: string;
  readonly isWorking: boolean;
  readonly error: Error | null;
  readonly onPropose: (said: Said) => void;
  readonly onClose: () => void;
}

/** The form for a new change request: title, description, and reviewers. */
function NewChangeForm(props: NewChangeFormProps): ReactNode {
  const { entry, title, isWorking, error, onPropose, onClose } = props;
  const { formatMessage } = useIntl();
  const named = formatMessage({ id: suggestedTitle(entry) }, { title }).slice(0, LONGEST);
  const { control, handleSubmit, watch } = useForm<Said>({
    defaultValues: { title: named, description: "", reviewers: [], draft: false },
  });
  const submit = handleSubmit(onPropose);
  return (
    <form
      className={`${form["form"]} ${styles["form"]}`}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
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
      <div className={`${form["foot"]} ${styles["foot"]}`}>
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

interface OpenChangesProps {
  readonly proposals: readonly ListedChange[];
  /** The authors, for their names. */
  readonly people: readonly NamedPerson[];
  readonly isWorking: boolean;
  readonly error: Error | null;
  /** Receives the number of the chosen change request. */
  readonly onPropose: (change: number) => void;
  readonly onClose: () => void;
}

/** Selects an open change request; the user's own come first. */
function OpenChanges(props: OpenChangesProps): ReactNode {
  const { proposals, people, isWorking, error, onPropose, onClose } = props;
  const { formatMessage } = useIntl();
  const { data: session } = useSession();
  const isOwn = ({ createdBy }: ListedChange): boolean => createdBy === session?.user.id;
  const shown = [...proposals.filter(isOwn), ...proposals.filter((one) => !isOwn(one))];
  const [chosen, setChosen] = useState(String(shown[0]?.number ?? ""));
  return (
    <form
      className={`${form["form"]} ${styles["form"]}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== "") onPropose(Number(chosen));
      }}
    >
      <RadioGroup
        className={styles["proposals"] ?? ""}
        aria-label={formatMessage({ id: "propose.which" })}
        value={chosen}
        onChange={setChosen}
      >
        {shown.map((change) => (
          <Radio
            key={change.number}
            value={String(change.number)}
            className={styles["proposal"] ?? ""}
          >
            <span className={styles["dot"]} aria-hidden="true" />
            <span className={styles["names"]}>
              <b>{change.title}</b>
              <small className={text["detail"]}>
                <FormattedMessage
                  id="propose.of"
                  values={{
                    number: change.number,
                    isOwn: String(isOwn(change)),
                    name:
                      people.find(({ id }) => id === change.createdBy)?.name ??
                      formatMessage({ id: "conflict.somebody" }),
                    isDraft: String(change.draft),
                    ago: <Ago time={change.updatedAt} />,
                  }}
                />
              </small>
            </span>
          </Radio>
        ))}
      </RadioGroup>
      <Refusal error={error} />
      <div className={`${form["foot"]} ${styles["foot"]}`}>
        <Button onPress={onClose}>
          <FormattedMessage id="propose.cancel" />
        </Button>
        <Button look="primary" type="submit" isWorking={isWorking}>
          <FormattedMessage id="propose.add" />
        </Button>
      </div>
    </form>
  );
}
