import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import {
  type LoggedPublish,
  useRollBack,
  useRollBackPreview,
  useSiteLog,
} from "../api/publishing/releases.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { Ago } from "../ui/values/ago.tsx";
import styles from "./site-log.module.css";

/** What became live: who, when and what; admins make the live site what it was. */
export function SiteLog({ mayGoBack }: { readonly mayGoBack: boolean }): ReactNode {
  const { formatMessage, formatDate } = useIntl();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useSiteLog();
  const [chosen, setChosen] = useState<LoggedPublish>();
  const [isBack, setIsBack] = useState(false);
  if (data === undefined) return error === null ? <Waiting /> : <Refusal error={error} />;
  const publishes = data.pages.flatMap((page) => page.publishes);
  return (
    <div className={styles["lists"]}>
      {isBack && (
        <Note tone="leaf">
          <FormattedMessage id="log.wentBack" />
        </Note>
      )}
      {publishes.length === 0 && (
        <p className={styles["soft"]}>
          <FormattedMessage id="log.neverLive" />
        </p>
      )}
      <ul>
        {publishes.map((publish, place) => (
          <li key={publish.commit} className={styles["line"]}>
            <div className={styles["names"]}>
              <b>
                <FormattedMessage
                  id={`log.did.${publish.kind}`}
                  values={{ count: publish.count }}
                />
              </b>
              <small>{publish.entries.map(({ type, slug }) => `${type}/${slug}`).join(", ")}</small>
              <small>
                {publish.author.name} · <Ago time={publish.when} />
              </small>
            </div>
            {place === 0 ? (
              <span className={styles["soft"]}>
                <FormattedMessage id="log.isLive" />
              </span>
            ) : (
              mayGoBack && (
                <Button
                  aria-label={formatMessage(
                    { id: "log.goBackOf" },
                    {
                      time: formatDate(publish.when, { dateStyle: "medium", timeStyle: "medium" }),
                    },
                  )}
                  onPress={() => setChosen(publish)}
                >
                  <FormattedMessage id="log.goBack" />
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button isWorking={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            <FormattedMessage id="log.older" />
          </Button>
        </div>
      )}
      {chosen !== undefined && (
        <GoBackDialog
          publish={chosen}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined);
            setIsBack(true);
          }}
        />
      )}
    </div>
  );
}

interface GoBackDialogProps {
  readonly publish: LoggedPublish;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Says what changes for visitors, and asks. */
function GoBackDialog({ publish, onClose, onDone }: GoBackDialogProps): ReactNode {
  const { data, error } = useRollBackPreview(publish.commit);
  const back = useRollBack();
  const isSame = data !== undefined && data.entries.length + data.files.length === 0;
  const time = <FormattedDate value={publish.when} dateStyle="medium" timeStyle="medium" />;
  return (
    <Dialog
      title={<FormattedMessage id="log.goBackOf" values={{ time }} />}
      isOpen
      onClose={onClose}
    >
      <div className={styles["form"]}>
        {data === undefined && error === null && <Waiting />}
        <p>
          <FormattedMessage id={isSame ? "log.same" : "log.changes"} />
        </p>
        {data !== undefined && !isSame && (
          <ul className={styles["changes"]}>
            {data.entries.map(({ id, type, slug, kind, draftDeleted }) => (
              <li key={id}>
                <FormattedMessage id={`log.${kind}`} values={{ entry: `${type}/${slug}` }} />
                {draftDeleted && (
                  <small>
                    {" "}
                    <FormattedMessage id="log.draftDeleted" />
                  </small>
                )}
              </li>
            ))}
            {data.files.map((file) => (
              <li key={file}>
                <FormattedMessage id="log.changed" values={{ entry: file }} />
              </li>
            ))}
          </ul>
        )}
        <Refusal error={error ?? back.error} />
        <div className={styles["foot"]}>
          <Button onPress={onClose}>
            <FormattedMessage id="log.cancel" />
          </Button>
          <Button
            look="primary"
            isDisabled={data === undefined || isSame}
            isWorking={back.isPending}
            onPress={() => !back.isPending && back.mutate(publish.commit, { onSuccess: onDone })}
          >
            <FormattedMessage id="log.goBack" />
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
