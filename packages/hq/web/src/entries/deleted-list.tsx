import { FileX, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { RefusedError } from "../api/client.ts";
import { type DeletedEntry, useRestoreDeleted } from "../api/content/deleted.ts";
import type { Entry } from "../api/content/entry.ts";
import { type ContentType, useSiteId } from "../api/sites.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields/text-field.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Ago } from "../ui/values/ago.tsx";
import { useLiveMessageId } from "../ui/values/live-message.tsx";
import styles from "./deleted.module.css";

interface DeletedListProps {
  readonly entries: readonly DeletedEntry[];
  readonly types: readonly ContentType[];
  readonly mayWrite: boolean;
}

/** The deleted entries, each with links to its history and for restoring it. */
export function DeletedList({ entries, types, mayWrite }: DeletedListProps): ReactNode {
  const bringBack = useRestoreDeleted();
  const liveMessageId = useLiveMessageId();
  const [isBack, setIsBack] = useState<Entry>();
  const [moved, setMoved] = useState<DeletedEntry>();
  const site = useSiteId();
  const pending = bringBack.isPending ? bringBack.variables.entry.id : undefined;
  const start = (entry: DeletedEntry, slug?: string): void => {
    if (bringBack.isPending) return;
    bringBack.mutate(
      { entry, ...(slug !== undefined && { slug }) },
      {
        onSuccess: (restored) => {
          setIsBack(restored);
          setMoved(undefined);
        },
        onError: (error) => {
          if (isTaken(error)) setMoved(entry);
        },
      },
    );
  };
  return (
    <>
      <div role="status" className={styles["status"]}>
        {isBack !== undefined && (
          <Note tone="leaf">
            <FormattedMessage
              id={isLive(isBack) ? liveMessageId("deleted.backLive") : "deleted.back"}
              values={{
                title: (
                  <Link to={`/sites/${site}/entries/${isBack.type}/${isBack.id}`}>
                    {isBack.title}
                  </Link>
                ),
              }}
            />
          </Note>
        )}
      </div>
      {moved === undefined && <Refusal error={bringBack.error} />}
      <ul className={styles["list"]}>
        {entries.map((entry) => (
          <DeletedRow
            key={entry.id}
            entry={entry}
            typeLabel={types.find(({ apiId }) => apiId === entry.type)?.label}
            isWorking={pending === entry.id}
            onBack={mayWrite ? () => start(entry) : undefined}
          />
        ))}
      </ul>
      {moved !== undefined && (
        <NewSlugForm
          key={moved.id}
          entry={moved}
          error={isTaken(bringBack.error) ? undefined : bringBack.error}
          isWorking={bringBack.isPending}
          onStart={(slug) => start(moved, slug)}
          onClose={() => setMoved(undefined)}
        />
      )}
    </>
  );
}

/** An entry deleted only by a Git push is still live. */
function isLive({ state }: Entry): boolean {
  return state === "published" || state === "changed";
}

function isTaken(error: Error | null): boolean {
  return error instanceof RefusedError && error.problem.code === "slug_taken";
}

interface DeletedRowProps {
  readonly entry: DeletedEntry;
  /** Undefined if the type is deleted as well. */
  readonly typeLabel: string | undefined;
  readonly isWorking: boolean;
  readonly onBack: (() => void) | undefined;
}

function DeletedRow({ entry, typeLabel, isWorking, onBack }: DeletedRowProps): ReactNode {
  const { formatMessage } = useIntl();
  const site = useSiteId();
  const { id, type, slug, title, when, deletedBy } = entry;
  return (
    <li className={styles["row"]}>
      <FileX size={16} aria-hidden="true" className={styles["icon"]} />
      <span className={styles["names"]}>
        <Link to={`/sites/${site}/entries/${type}/${id}/history`}>{title}</Link>
        <small>
          {typeLabel ?? <FormattedMessage id="deleted.typeGone" values={{ type }} />} · /{slug}
        </small>
      </span>
      <span className={styles["who"]}>
        <span>{deletedBy.name}</span>
        <Ago time={when} />
      </span>
      {onBack !== undefined && (
        <Button
          isWorking={isWorking}
          isDisabled={typeLabel === undefined}
          aria-label={formatMessage({ id: "deleted.bringBackNamed" }, { title })}
          onPress={onBack}
        >
          <Undo2 size={14} aria-hidden="true" />
          <FormattedMessage id="history.bringBack" />
        </Button>
      )}
    </li>
  );
}

interface NewSlugFormProps {
  readonly entry: DeletedEntry;
  readonly error: Error | null | undefined;
  readonly isWorking: boolean;
  readonly onStart: (slug: string) => void;
  readonly onClose: () => void;
}

/** Asks for a new slug, because another entry now has the old one. */
function NewSlugForm(props: NewSlugFormProps): ReactNode {
  const { entry, error = null, isWorking, onStart, onClose } = props;
  const { formatMessage } = useIntl();
  const [slug, setSlug] = useState(`${entry.slug}-2`);
  return (
    <Dialog
      title={<FormattedMessage id="deleted.taken" values={{ slug: entry.slug }} />}
      isOpen
      onClose={onClose}
    >
      <form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (slug !== "" && slug !== entry.slug) onStart(slug);
        }}
      >
        <Refusal error={error} />
        <TextField
          label={formatMessage({ id: "deleted.address" })}
          value={slug}
          onChange={setSlug}
          isRequired
          isInvalid={slug === entry.slug}
          error={slug === entry.slug ? formatMessage({ id: "deleted.otherAddress" }) : undefined}
          validationBehavior="aria"
        />
        <div className={styles["answer"]}>
          <Button onPress={onClose}>
            <FormattedMessage id="bulk.cancel" />
          </Button>
          <Button look="primary" type="submit" isWorking={isWorking}>
            <FormattedMessage id="history.bringBack" />
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
