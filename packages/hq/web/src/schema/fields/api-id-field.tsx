import { Lock, LockOpen } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { DraftField } from "../draft/schema-draft.ts";
import text from "../../ui/text.module.css";
import styles from "./fields.module.css";

interface ApiIdFieldProps {
  readonly field: Pick<DraftField, "apiId">;
  readonly isLocked: boolean;
  /** The version that will lock it. */
  readonly nextVersion: number;
  readonly problem: string | undefined;
  readonly onChange: (more: Pick<DraftField, "apiId" | "follows">) => void;
}

/** The field's key in the JSON. It follows the label, can be edited until it is published, and is then locked. */
export function ApiIdField(props: ApiIdFieldProps): ReactNode {
  const { field, isLocked, nextVersion, problem, onChange } = props;
  const { formatMessage } = useIntl();
  const Icon = isLocked ? Lock : LockOpen;
  const name = formatMessage({ id: "schema.apiId" });
  return (
    <div className={styles["mono"]}>
      <TextField
        label={name}
        aside={<Icon size={14} aria-hidden="true" />}
        help={formatMessage(
          { id: isLocked ? "schema.apiIdFixed" : "schema.apiIdHelp" },
          { version: nextVersion },
        )}
        value={field.apiId}
        // An empty API ID follows the label again.
        onChange={(apiId) => onChange({ apiId, follows: apiId === "" })}
        isReadOnly={isLocked}
        isInvalid={problem !== undefined}
        error={problem}
        validationBehavior="aria"
        maxLength={64}
        autoComplete="off"
        spellCheck="false"
      />
      {isLocked && (
        <span className={text["faint"]}>
          <FormattedMessage id="schema.apiIdWay" />
        </span>
      )}
    </div>
  );
}
