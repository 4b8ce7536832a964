import { RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { type LoggedPublish, useRollBack, useRollBackPreview } from "../api/publishing/site-log.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { LiveMessage } from "../ui/values/live-message.tsx";
import { EntryChanges } from "./entry-changes.tsx";
import { FileChanges } from "./file-changes.tsx";
import { PublishTime } from "./log-text.tsx";
import styles from "./site-log.module.css";

interface RollBackButtonProps {
  readonly publish: LoggedPublish;
  /** The live version. */
  readonly newest: LoggedPublish;
  readonly onDone: () => void;
}

/** Rolls back the live site after showing exactly what changes. */
export function RollBackButton(props: RollBackButtonProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="primary" onPress={() => setIsOpen(true)}>
        <RotateCcw size={14} aria-hidden="true" />
        <FormattedMessage id="log.goBack" />
      </Button>
      {isOpen && <RollBackDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface RollBackDialogProps extends RollBackButtonProps {
  readonly onClose: () => void;
}

function RollBackDialog({ publish, newest, onClose, onDone }: RollBackDialogProps): ReactNode {
  const { data, error } = useRollBackPreview(publish.commit);
  const back = useRollBack();
  const isSame = data !== undefined && data.entries.length + data.files.length === 0;
  return (
    <Dialog
      title={
        <FormattedMessage id="log.goBackTo" values={{ time: <PublishTime publish={publish} /> }} />
      }
      isOpen
      onClose={() => !back.isPending && onClose()}
    >
      <div className={styles["ask"]}>
        <p>
          <LiveMessage id={isSame ? "log.same" : "log.changes"} />
        </p>
        {data === undefined && error === null && <Waiting />}
        {data !== undefined && !isSame && (
          <>
            <EntryChanges entries={data.entries} from={newest.commit} to={publish.commit} />
            <FileChanges files={data.files} />
          </>
        )}
        <Refusal error={error ?? back.error} />
        <p role="status">{back.isPending && <FormattedMessage id="log.goingBack" />}</p>
        <footer className={styles["foot"]}>
          <Button isDisabled={back.isPending} onPress={onClose}>
            <FormattedMessage id="log.cancel" />
          </Button>
          <Button
            look="primary"
            isDisabled={data === undefined || isSame}
            isWorking={back.isPending}
            onPress={() => {
              if (back.isPending) return;
              back.mutate(publish.commit, {
                onSuccess: () => {
                  onClose();
                  onDone();
                },
              });
            }}
          >
            <FormattedMessage id="log.goBackAct" values={{ count: data?.entries.length ?? 0 }} />
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
