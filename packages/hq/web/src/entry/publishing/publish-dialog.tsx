import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import type { Field } from "../../api/content/schema.ts";
import { type PublishCheck, useDiscard, usePublishCheck } from "../../api/publishing/publishing.ts";
import { savesToMain, useSite } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { FieldChanges } from "../../ui/compare/field-changes.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { HiddenPublishNote } from "../../ui/notes/hidden-publish-note.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { COMMAND, KeyCap } from "../../ui/values/key-cap.tsx";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { labelOf } from "../form/problems.ts";
import styles from "./publish-dialog.module.css";

interface PublishDialogProps {
  readonly entry: Entry;
  readonly fields: readonly Field[];
  readonly isOpen: boolean;
  /** Users without this permission can only view the differences. */
  readonly mayPublish: boolean;
  readonly isWorking: boolean;
  readonly error: Error | null;
  readonly onPublish: () => void;
  /** Switches to scheduling. */
  readonly onSchedule: () => void;
  readonly onClose: () => void;
}

/** Shows the changes to the live site field by field before publishing, with warnings. */
export function PublishDialog(props: PublishDialogProps): ReactNode {
  const { entry, fields, isOpen, mayPublish, isWorking, error, onPublish, onClose } = props;
  const checked = usePublishCheck(isOpen ? entry : undefined);
  const { data: check } = checked;
  const { data: site } = useSite();
  const discard = useDiscard(entry);
  const mayDiscard = site !== undefined && savesToMain(site) && entry.live !== undefined;
  const canPublish = check !== undefined && check.problems.length === 0;
  return (
    <Dialog
      title={<FormattedMessage id="publish.title" />}
      isOpen={isOpen}
      isWide
      onClose={onClose}
    >
      <Lead entry={entry} />
      {check === undefined ? (
        <Loading error={checked.error} />
      ) : (
        <CheckResult check={check} fields={fields} mayPublish={mayPublish} />
      )}
      <Refusal error={error ?? discard.error} />
      <footer className={styles["foot"]}>
        {mayDiscard && entry.state === "changed" && (
          <Button
            look="quiet"
            isWorking={discard.isPending}
            onPress={() => !discard.isPending && discard.mutate(undefined, { onSuccess: onClose })}
          >
            <LiveMessage id="publish.discard" />
          </Button>
        )}
        {mayPublish && (
          <Button look="quiet" onPress={props.onSchedule}>
            <FormattedMessage id="schedule.open" />
          </Button>
        )}
        <span className={styles["space"]} />
        <Button look="quiet" onPress={onClose}>
          <FormattedMessage id="publish.cancel" />
        </Button>
        {mayPublish && (
          <Button
            look="primary"
            isDisabled={!canPublish}
            isWorking={isWorking}
            onPress={() => !isWorking && onPublish()}
            data-publishes
          >
            <FormattedMessage id="entry.publish" />
            <span className={styles["key"]} aria-hidden="true">
              <KeyCap>{COMMAND} ↵</KeyCap>
            </span>
          </Button>
        )}
      </footer>
    </Dialog>
  );
}

function Lead({ entry: { title, live, state } }: Pick<PublishDialogProps, "entry">): ReactNode {
  return (
    <p className={styles["lead"]}>
      <b>{title}</b>{" "}
      {live !== undefined && (
        <LiveMessage
          id="entry.liveSince"
          values={{
            date: <FormattedDate value={live.publishedAt} dateStyle="medium" />,
            state,
          }}
        />
      )}
    </p>
  );
}

interface CheckResultProps extends Pick<PublishDialogProps, "fields" | "mayPublish"> {
  readonly check: PublishCheck;
}

function CheckResult({ check, fields, mayPublish }: CheckResultProps): ReactNode {
  const { problems, warnings, changes } = check;
  return (
    <div className={styles["found"]}>
      {problems.map(({ path, message }) => (
        <Note key={`${path} ${message}`} tone="madder">
          <b>{labelOf(path, fields)}</b> {message}
        </Note>
      ))}
      {changes === undefined && (
        <p>
          <LiveMessage id="publish.first" />
        </p>
      )}
      {changes !== undefined && changes.fields.length === 0 && (
        <p>
          <LiveMessage id="publish.noField" />
        </p>
      )}
      {changes !== undefined && <FieldChanges changes={changes.fields} fields={fields} />}
      {warnings.map(({ path, message }) => (
        <Note key={`${path} ${message}`} tone="ochre">
          <b>{labelOf(path, fields)}</b> {message}
        </Note>
      ))}
      {mayPublish && <HiddenPublishNote />}
    </div>
  );
}
