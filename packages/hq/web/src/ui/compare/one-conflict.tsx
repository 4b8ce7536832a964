import { type ReactNode, useId, useState } from "react";
import { Label, TextArea, TextField, ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import type { Field } from "../../api/content/schema.ts";
import { type Conflict, parseConflictPath } from "../../draft/conflicts.ts";
import { isText, valueText } from "../values/value-text.ts";
import { WordChanges } from "../values/word-changes.tsx";
import segments from "../fields/segments.module.css";
import heading from "../heading.module.css";
import hiddenText from "../notes/hidden-text.module.css";
import styles from "./conflict-dialog.module.css";

interface OneConflictProps {
  readonly conflict: Conflict;
  readonly fields: readonly Field[];
  readonly words: ConflictLabels;
  /** The resulting value. */
  readonly value: unknown;
  readonly onChange: (choice: Choice, value: unknown) => void;
}

/** Which value is used: one's own, the other side's, or an edited one. */
export type Choice = "mine" | "theirs" | "own";

/** Labels of the three versions and the two choices. */
interface ConflictLabels {
  readonly base: ReactNode;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
  readonly takeMine: ReactNode;
  readonly takeTheirs: ReactNode;
  /** Label before the result. */
  readonly will: ReactNode;
}

/** A conflict with its three versions and a choice. */
export function OneConflict(props: OneConflictProps): ReactNode {
  const { conflict, fields, words, value, onChange } = props;
  const [choice, setChoice] = useState<Choice>("mine");
  const will = useId();
  const { field, label } = fieldOf(conflict.path, fields);
  const [base, mine, theirs] = [conflict.base, conflict.ours, conflict.theirs].map((one) =>
    valueText(one, field),
  );
  const choose = (next: Choice): void => {
    setChoice(next);
    onChange(next, next === "own" ? value : next === "mine" ? conflict.ours : conflict.theirs);
  };
  return (
    <section className={styles["conflict"]}>
      <h3 className={`${heading["heading"]} ${styles["field"]}`}>{label}</h3>
      <div className={styles["versions"]}>
        {/* Scrollable, so it must be focusable by keyboard. */}
        <div className={styles["version"]} tabIndex={0}>
          <b>{words.base}</b>
          <p className={styles["words"]}>{base}</p>
        </div>
        <div className={`${styles["version"]} ${styles["own"]}`} tabIndex={0}>
          <b>{words.mine}</b>
          <WordChanges before={base ?? ""} after={mine ?? ""} />
        </div>
        <div className={styles["version"]} tabIndex={0}>
          <b>{words.theirs}</b>
          <WordChanges before={base ?? ""} after={theirs ?? ""} of="others" />
        </div>
      </div>
      <div className={styles["choice"]}>
        <span className={styles["will"]} id={will}>
          {words.will}
        </span>
        <ToggleButtonGroup
          className={segments["segments"] ?? ""}
          aria-labelledby={will}
          disallowEmptySelection
          selectedKeys={[choice]}
          onSelectionChange={([key]) => isChoice(key) && choose(key)}
        >
          <ToggleButton id="mine">{words.takeMine}</ToggleButton>
          <ToggleButton id="theirs">{words.takeTheirs}</ToggleButton>
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
          onChange={(text) => onChange("own", text === "" ? null : text)}
        >
          <Label className={hiddenText["hidden"] ?? ""}>{label}</Label>
          <TextArea className={styles["wording"] ?? ""} rows={4} />
        </TextField>
      ) : (
        <p className={`${styles["wording"]} ${styles["words"]}`} tabIndex={0}>
          {valueText(value, field)}
        </p>
      )}
    </section>
  );
}

function isChoice(key: unknown): key is Choice {
  return key === "mine" || key === "theirs" || key === "own";
}

/** Returns the field of a conflict and its label. For a field in a row, the label includes both. */
function fieldOf(
  path: string,
  fields: readonly Field[],
): { readonly field: Field | undefined; readonly label: string } {
  const { name, inner } = parseConflictPath(path);
  const outer = fields.find(({ apiId }) => apiId === name);
  const field = inner === undefined ? outer : outer?.fields?.find(({ apiId }) => apiId === inner);
  const labels = [outer?.label ?? name, ...(inner === undefined ? [] : [field?.label ?? inner])];
  return { field, label: labels.join(": ") };
}
