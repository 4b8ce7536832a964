import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type ChangeConflict, useBringUpToDate } from "../../api/changes/change.ts";
import { useSchema } from "../../api/content/schema.ts";
import { Button } from "../../ui/button.tsx";
import { OneConflict } from "../../ui/compare/one-conflict.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { type Decided, type DecidedPlaces, firstDecisions, keyOf, settle } from "./decisions.ts";
import styles from "./request.module.css";

interface ConflictsDialogProps {
  /** Number of the proposal. */
  readonly change: number;
  readonly conflicts: readonly ChangeConflict[];
  readonly onClose: () => void;
}

/** What others changed meanwhile in the same places: asks for each what stands, and puts all else together. */
export function ConflictsDialog({ change, conflicts, onClose }: ConflictsDialogProps): ReactNode {
  const [decided, setDecided] = useState<DecidedPlaces>(() => firstDecisions(conflicts));
  const update = useBringUpToDate(change);
  const byFile = Map.groupBy(conflicts, ({ file }) => file);
  return (
    <Dialog title={<FormattedMessage id="review.chooseTitle" />} isOpen isWide onClose={onClose}>
      <p>
        <FormattedMessage id="review.chooseText" values={{ count: conflicts.length }} />
      </p>
      {[...byFile].map(([file, own]) => (
        <OfFile
          key={file}
          file={file}
          conflicts={own}
          decided={decided}
          onDecide={(key, one) => setDecided(new Map(decided).set(key, one))}
        />
      ))}
      <Refusal error={update.error} />
      <div className={styles["formFoot"]}>
        <Button look="quiet" onPress={onClose}>
          <FormattedMessage id="review.decideLater" />
        </Button>
        <Button
          look="primary"
          isWorking={update.isPending}
          onPress={() =>
            !update.isPending && update.mutate(settle(conflicts, decided), { onSuccess: onClose })
          }
        >
          <FormattedMessage id="review.putTogether" />
        </Button>
      </div>
    </Dialog>
  );
}

interface OfFileProps {
  readonly file: string;
  readonly conflicts: readonly ChangeConflict[];
  readonly decided: DecidedPlaces;
  readonly onDecide: (key: string, decided: Decided) => void;
}

function OfFile({ file, conflicts, decided, onDecide }: OfFileProps): ReactNode {
  const { formatMessage } = useIntl();
  const entry = conflicts.find((conflict) => conflict.entry !== undefined)?.entry;
  const { data: schema } = useSchema(entry?.type ?? "");
  const words = {
    base: <FormattedMessage id="review.asItWas" />,
    mine: <FormattedMessage id="review.inProposal" />,
    theirs: <FormattedMessage id="review.asItStands" />,
    takeMine: <FormattedMessage id="review.takeProposal" />,
    takeTheirs: <FormattedMessage id="review.takeStanding" />,
    will: <FormattedMessage id="conflict.will" />,
  };
  const gone = formatMessage({ id: "review.isGone" });
  const whole = { apiId: "", label: formatMessage({ id: "review.wholeEntry" }) };
  const fields = [
    ...(schema?.fields ?? []),
    { ...whole, type: "text", required: false, multiple: true },
  ];
  return (
    <section className={styles["ofFile"]}>
      <h2>{entry?.title ?? file}</h2>
      {conflicts.map((conflict) => {
        const key = keyOf(conflict);
        const isWhole = conflict.path === "" || conflict.path === "file";
        const shown = (value: unknown): unknown =>
          isWhole ? (value === null ? gone : formatMessage({ id: "review.isThere" })) : value;
        return (
          <OneConflict
            key={key}
            conflict={{
              path: isWhole ? "" : conflict.path,
              base: shown(conflict.base),
              ours: shown(conflict.branch),
              theirs: shown(conflict.main),
            }}
            fields={fields}
            words={words}
            value={isWhole ? shown(decided.get(key)?.value) : decided.get(key)?.value}
            onChange={(choice, value) =>
              onDecide(key, {
                choice,
                value: isWhole ? (choice === "mine" ? conflict.branch : conflict.main) : value,
              })
            }
          />
        );
      })}
    </section>
  );
}
