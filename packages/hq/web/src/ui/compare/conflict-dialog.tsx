import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Label, TextArea, TextField, ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { Field } from "../../api/content/schema.ts";
import { type Conflict, placeOf, type RefusedSave } from "../../draft/conflicts.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { isText, valueText } from "../values/value-text.ts";
import { WordChanges } from "../values/word-changes.tsx";
import styles from "./conflict-dialog.module.css";

interface ConflictDialogProps {
  readonly refused: RefusedSave;
  readonly fields: readonly Field[];
  /** Who saved the other version; undefined where nobody knows. */
  readonly other: string | undefined;
  /** Labels of the fields that have both changes without a question. */
  readonly together: readonly string[];
  readonly isSaving: boolean;
  /** Takes what stands in each place, by its path. */
  readonly onDecide: (decided: ReadonlyMap<string, unknown>) => void;
  readonly onLater: () => void;
}

/** What two people changed at once, word by word, and the question what stands. */
export function ConflictDialog(props: ConflictDialogProps): ReactNode {
  const { refused, fields, together, isSaving, onDecide, onLater } = props;
  const { formatMessage, formatList } = useIntl();
  const other = props.other ?? formatMessage({ id: "conflict.somebody" });
  const { conflicts } = refused;
  const [decided, setDecided] = useState<ReadonlyMap<string, unknown>>(
    () => new Map(conflicts.map(({ path, ours }) => [path, ours])),
  );
  return (
    <Dialog
      title={<FormattedMessage id="conflict.title" values={{ name: other }} />}
      isOpen
      isWide
      onClose={onLater}
    >
      <p className={styles["lead"]}>
        {together.length > 0 && (
          <FormattedMessage
            id="conflict.together"
            values={{ fields: formatList(together), count: together.length }}
          />
        )}{" "}
        <FormattedMessage id="conflict.count" values={{ count: conflicts.length }} />
      </p>
      {conflicts.map((conflict) => (
        <OneConflict
          key={conflict.path}
          conflict={conflict}
          fields={fields}
          other={other}
          value={decided.get(conflict.path)}
          onChange={(value) => setDecided(new Map(decided).set(conflict.path, value))}
        />
      ))}
      <footer className={styles["foot"]}>
        <span className={styles["kept"]}>
          <Check size={15} aria-hidden="true" />
          <FormattedMessage id="conflict.kept" />
        </span>
        <Button look="quiet" onPress={onLater}>
          <FormattedMessage id="conflict.later" />
        </Button>
        <Button look="primary" isWorking={isSaving} onPress={() => !isSaving && onDecide(decided)}>
          <FormattedMessage id="conflict.save" />
        </Button>
      </footer>
    </Dialog>
  );
}

interface OneConflictProps {
  readonly conflict: Conflict;
  readonly fields: readonly Field[];
  readonly other: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

type Choice = "mine" | "theirs" | "own";

function OneConflict({ conflict, fields, other, value, onChange }: OneConflictProps): ReactNode {
  const [choice, setChoice] = useState<Choice>("mine");
  const { field, label } = fieldOf(conflict.path, fields);
  const [base, mine, theirs] = [conflict.base, conflict.ours, conflict.theirs].map((one) =>
    valueText(one, field),
  );
  const choose = (next: Choice): void => {
    setChoice(next);
    if (next !== "own") onChange(next === "mine" ? conflict.ours : conflict.theirs);
  };
  return (
    <section className={styles["conflict"]}>
      <h3 className={styles["field"]}>{label}</h3>
      <div className={styles["versions"]}>
        <div className={styles["version"]}>
          <b>
            <FormattedMessage id="conflict.base" />
          </b>
          <p className={styles["words"]}>{base}</p>
        </div>
        <div className={`${styles["version"]} ${styles["own"]}`}>
          <b>
            <FormattedMessage id="conflict.mine" />
          </b>
          <WordChanges before={base ?? ""} after={mine ?? ""} />
        </div>
        <div className={styles["version"]}>
          <b>
            <FormattedMessage id="conflict.theirs" values={{ name: other }} />
          </b>
          <WordChanges before={base ?? ""} after={theirs ?? ""} of="others" />
        </div>
      </div>
      <div className={styles["choice"]}>
        <span className={styles["will"]} id={`will-${conflict.path}`}>
          <FormattedMessage id="conflict.will" />
        </span>
        <ToggleButtonGroup
          className={styles["choices"] ?? ""}
          aria-labelledby={`will-${conflict.path}`}
          disallowEmptySelection
          selectedKeys={[choice]}
          onSelectionChange={([key]) => isChoice(key) && choose(key)}
        >
          <ToggleButton id="mine">
            <FormattedMessage id="conflict.takeMine" />
          </ToggleButton>
          <ToggleButton id="theirs">
            <FormattedMessage id="conflict.theirs" values={{ name: other }} />
          </ToggleButton>
          {field !== undefined && isText(field) && (
            <ToggleButton id="own">
              <FormattedMessage id="conflict.own" />
            </ToggleButton>
          )}
        </ToggleButtonGroup>
      </div>
      {choice === "own" ? (
        <TextField
          value={typeof value === "string" ? value : ""}
          onChange={(text) => onChange(text === "" ? null : text)}
        >
          <Label className={styles["hidden"] ?? ""}>{label}</Label>
          <TextArea className={styles["wording"] ?? ""} rows={4} />
        </TextField>
      ) : (
        <p className={`${styles["wording"]} ${styles["words"]}`}>{valueText(value, field)}</p>
      )}
    </section>
  );
}

function isChoice(key: unknown): key is Choice {
  return key === "mine" || key === "theirs" || key === "own";
}

/** The field that a conflict is about, and its name for people: of a field in a row, both. */
function fieldOf(
  path: string,
  fields: readonly Field[],
): { readonly field: Field | undefined; readonly label: string } {
  const { name, inner } = placeOf(path);
  const outer = fields.find(({ apiId }) => apiId === name);
  const field = inner === undefined ? outer : outer?.fields?.find(({ apiId }) => apiId === inner);
  const labels = [outer?.label ?? name, ...(inner === undefined ? [] : [field?.label ?? inner])];
  return { field, label: labels.join(": ") };
}
