import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useCreateEntry } from "../../../api/content/entry.ts";
import { useSchema } from "../../../api/content/schema.ts";
import type { ContentType } from "../../../api/sites.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Refusal } from "../../../ui/notes/refusal.tsx";
import { titleField } from "../../edits/entry-title.ts";
import form from "../../../ui/form.module.css";
import heading from "../../../ui/heading.module.css";
import styles from "../choice.module.css";

interface CreateTargetProps {
  /** The allowed types, at least one. */
  readonly types: readonly ContentType[];
  readonly onMade: (entry: { readonly id: string; readonly title: string }) => void;
  readonly onBack: () => void;
}

/** Creates an entry to reference. Only its title is required. */
export function CreateTarget({ types, onMade, onBack }: CreateTargetProps): ReactNode {
  const { formatMessage } = useIntl();
  const [type, setType] = useState(types[0]?.apiId ?? "");
  const [title, setTitle] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const { data: schema } = useSchema(type);
  const begin = useCreateEntry(type);
  const field = titleField(schema?.fields ?? []);
  const isMissing = field !== undefined && title.trim() === "";
  return (
    <form
      className={styles["choice"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsAsked(true);
        if (isMissing || schema === undefined || begin.isPending) return;
        begin.mutate(field === undefined ? {} : { [field.apiId]: title }, { onSuccess: onMade });
      }}
    >
      <p>
        <FormattedMessage id="choice.newLead" />
      </p>
      {types.length > 1 && (
        <fieldset className={styles["kinds"]}>
          <legend className={heading["label"]}>
            <FormattedMessage id="choice.types" />
          </legend>
          {types.map(({ apiId, label }) => (
            <label key={apiId}>
              <input
                type="radio"
                name="type"
                checked={apiId === type}
                onChange={() => setType(apiId)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {field !== undefined && (
        <TextField
          autoFocus
          label={field.label}
          value={title}
          onChange={setTitle}
          isInvalid={isAsked && isMissing}
          error={isAsked && isMissing ? formatMessage({ id: "choice.titleWanted" }) : undefined}
          validationBehavior="aria"
          maxLength={1000}
        />
      )}
      <Refusal error={begin.error} />
      <div className={`${form["foot"]} ${styles["end"]}`}>
        <Button look="quiet" onPress={onBack}>
          <FormattedMessage id="choice.back" />
        </Button>
        <Button look="primary" type="submit" isWorking={begin.isPending}>
          <FormattedMessage id="choice.begin" />
        </Button>
      </div>
    </form>
  );
}
