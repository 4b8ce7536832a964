import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import {
  type ChangeConflict,
  type ChangeDetail,
  useUpdateFromMain,
} from "../../api/changes/change.ts";
import { WHOLE_FILE } from "../../api/changes/skill-change.ts";
import { type Field, useSchema } from "../../api/content/schema.ts";
import { Button } from "../../ui/button.tsx";
import { OneConflict } from "../../ui/compare/one-conflict.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import {
  conflictKey,
  type Decided,
  type DecidedPlaces,
  firstDecisions,
  slugOf,
  toDecisions,
} from "./decisions.ts";
import form from "../../ui/form.module.css";
import styles from "./request.module.css";

interface ConflictNoteProps {
  readonly detail: ChangeDetail;
  /** Authors of the conflicting changes, as far as known. */
  readonly people: readonly string[];
  /** Titles of the parts with conflicts. */
  readonly titles: readonly string[];
  /** Whether the user can resolve conflicts. */
  readonly mayWrite: boolean;
}

/** Others changed the same parts, so the conflicts must be resolved. */
export function ConflictNote({ detail, people, titles, mayWrite }: ConflictNoteProps): ReactNode {
  const { formatList, formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const conflicts = detail.merge?.conflicts ?? [];
  if (conflicts.length === 0) return null;
  const who = people.length > 0 ? people : [formatMessage({ id: "review.someone" })];
  return (
    <>
      <Note tone="ochre">
        <FormattedMessage
          id="review.conflict"
          values={{
            who: formatList([...new Set(who)]),
            titles: formatList([...new Set(titles)]),
            count: conflicts.length,
          }}
        />
        {mayWrite && (
          <span className={styles["noteAct"]}>
            <Button onPress={() => setIsOpen(true)}>
              <FormattedMessage id="review.choose" />
            </Button>
          </span>
        )}
      </Note>
      {isOpen && (
        <ConflictsDialog
          key={detail.head}
          change={detail.change.number}
          conflicts={conflicts}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

interface ConflictsDialogProps {
  /** Number of the change request. */
  readonly change: number;
  readonly conflicts: readonly ChangeConflict[];
  readonly onClose: () => void;
}

/** Resolves conflicts with changes by others, and merges everything else. */
function ConflictsDialog({ change, conflicts, onClose }: ConflictsDialogProps): ReactNode {
  const [decided, setDecided] = useState<DecidedPlaces>(() => firstDecisions(conflicts));
  const update = useUpdateFromMain(change);
  const { formatMessage } = useIntl();
  // For files other than entries, one side is taken as a whole.
  const wholeFile = {
    ...TEXT,
    apiId: WHOLE_FILE,
    label: formatMessage({ id: "review.wholeFile" }),
  };
  const byFile = Map.groupBy(conflicts, ({ file }) => file);
  return (
    <Dialog title={<FormattedMessage id="review.chooseTitle" />} isOpen isWide onClose={onClose}>
      <p>
        <FormattedMessage id="review.chooseText" values={{ count: conflicts.length }} />
      </p>
      {[...byFile].map(([file, own]) => {
        const entry = own.find((conflict) => conflict.entry !== undefined)?.entry;
        const parts = {
          conflicts: own,
          decided,
          onDecide: (key: string, one: Decided) => setDecided(new Map(decided).set(key, one)),
        };
        return entry === undefined ? (
          <OfFile key={file} title={file} fields={[wholeFile]} will="review.fileWill" {...parts} />
        ) : (
          <OfEntry key={file} entry={entry} {...parts} />
        );
      })}
      <Refusal error={update.error} />
      <div className={`${form["foot"]} ${styles["formFoot"]}`}>
        <Button look="quiet" onPress={onClose}>
          <FormattedMessage id="review.decideLater" />
        </Button>
        <Button
          look="primary"
          isWorking={update.isPending}
          onPress={() =>
            !update.isPending &&
            update.mutate(toDecisions(conflicts, decided), { onSuccess: onClose })
          }
        >
          <FormattedMessage id="review.putTogether" />
        </Button>
      </div>
    </Dialog>
  );
}

interface ConflictParts {
  readonly conflicts: readonly ChangeConflict[];
  readonly decided: DecidedPlaces;
  readonly onDecide: (key: string, decided: Decided) => void;
}

interface OfEntryProps extends ConflictParts {
  readonly entry: NonNullable<ChangeConflict["entry"]>;
}

function OfEntry({ entry, ...parts }: OfEntryProps): ReactNode {
  const { data: schema } = useSchema(entry.type);
  const fields = schema?.fields ?? [];
  return <OfFile title={entry.title} fields={fields} will="conflict.will" {...parts} />;
}

const TEXT = { type: "text", required: false, multiple: true } as const;

interface OfFileProps extends ConflictParts {
  readonly title: string;
  readonly fields: readonly Field[];
  /** Label before the result. */
  readonly will: "conflict.will" | "review.fileWill";
}

function OfFile({
  title,
  conflicts,
  fields: known,
  will,
  decided,
  onDecide,
}: OfFileProps): ReactNode {
  const { formatMessage } = useIntl();
  const words = {
    base: <FormattedMessage id="review.asItWas" />,
    mine: <FormattedMessage id="review.inProposal" />,
    theirs: <FormattedMessage id="review.asItStands" />,
    takeMine: <FormattedMessage id="review.takeProposal" />,
    takeTheirs: <FormattedMessage id="review.takeStanding" />,
    will: <FormattedMessage id={will} />,
  };
  const gone = formatMessage({ id: "review.isGone" });
  const whole = { ...TEXT, apiId: "", label: formatMessage({ id: "review.wholeEntry" }) };
  const fields = [...known, whole];
  return (
    <section className={styles["ofFile"]}>
      <h2>{title}</h2>
      {conflicts.map((conflict) => {
        const key = conflictKey(conflict);
        const slug = slugOf(conflict, decided);
        if (slug !== undefined) {
          return (
            <TextField
              key={key}
              label={formatMessage({ id: "review.otherSlug" })}
              help={formatMessage({ id: "review.otherSlugHelp" })}
              value={slug}
              onChange={(value) => onDecide(key, { choice: "mine", value })}
            />
          );
        }
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
