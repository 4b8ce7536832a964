import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Field } from "../../api/content/schema.ts";
import type { RefusedSave } from "../../draft/conflicts.ts";
import type { MessageId } from "../../messages/messages.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { OneConflict } from "./one-conflict.tsx";
import text from "../text.module.css";
import styles from "./conflict-dialog.module.css";

interface ConflictTexts {
  readonly title: MessageId;
  readonly count: MessageId;
  readonly will: MessageId;
  readonly save: MessageId;
}

const OF_ENTRIES: ConflictTexts = {
  title: "conflict.title",
  count: "conflict.count",
  will: "conflict.will",
  save: "conflict.save",
};

interface ConflictDialogProps {
  /** Wording of the dialog. @default for an entry and its fields */
  readonly texts?: ConflictTexts;
  readonly refused: RefusedSave;
  readonly fields: readonly Field[];
  /** Who saved the other version; undefined if unknown. */
  readonly other: string | undefined;
  /** If the other side isn't a concurrent save: the title, and the label of the other side. */
  readonly title?: ReactNode;
  readonly theirs?: ReactNode;
  /** Labels of the fields that were merged without conflict. */
  readonly together: readonly string[];
  readonly isSaving: boolean;
  /** Receives the resolved values, by path. */
  readonly onDecide: (decided: ReadonlyMap<string, unknown>) => void;
  readonly onLater: () => void;
}

/** Resolves conflicts between two people's changes, with word-level differences. */
export function ConflictDialog(props: ConflictDialogProps): ReactNode {
  const { texts = OF_ENTRIES, refused, fields, together, isSaving, onDecide, onLater } = props;
  const { formatMessage, formatList } = useIntl();
  const other = props.other ?? formatMessage({ id: "conflict.somebody" });
  const { conflicts } = refused;
  const theirs = props.theirs ?? <FormattedMessage id="conflict.theirs" values={{ name: other }} />;
  const words = {
    base: <FormattedMessage id="conflict.base" />,
    mine: <FormattedMessage id="conflict.mine" />,
    theirs,
    takeMine: <FormattedMessage id="conflict.takeMine" />,
    takeTheirs: theirs,
    will: <FormattedMessage id={texts.will} />,
  };
  const [decided, setDecided] = useState<ReadonlyMap<string, unknown>>(
    () => new Map(conflicts.map(({ path, ours }) => [path, ours])),
  );
  return (
    <Dialog
      title={props.title ?? <FormattedMessage id={texts.title} values={{ name: other }} />}
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
        <FormattedMessage id={texts.count} values={{ count: conflicts.length }} />
      </p>
      {conflicts.map((conflict) => (
        <OneConflict
          key={conflict.path}
          conflict={conflict}
          fields={fields}
          words={words}
          value={decided.get(conflict.path)}
          onChange={(_, value) => setDecided(new Map(decided).set(conflict.path, value))}
        />
      ))}
      <footer className={styles["foot"]}>
        <span className={`${text["status"]} ${styles["kept"]}`}>
          <Check size={15} aria-hidden="true" />
          <FormattedMessage id="conflict.kept" />
        </span>
        <Button look="quiet" onPress={onLater}>
          <FormattedMessage id="conflict.later" />
        </Button>
        <Button look="primary" isWorking={isSaving} onPress={() => !isSaving && onDecide(decided)}>
          <FormattedMessage id={texts.save} />
        </Button>
      </footer>
    </Dialog>
  );
}
