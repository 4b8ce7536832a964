import { ArrowLeft, FileX, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { RefusedError } from "../api/client.ts";
import { type DeletedEntry, useDeletedEntries, useRestoreDeleted } from "../api/content/deleted.ts";
import type { Entry } from "../api/content/entry.ts";
import { type ContentType, savesToMain, useSite, useSiteId, useTypes } from "../api/sites.ts";
import { useTitle } from "../shell/use-title.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields/text-field.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { Ago } from "../ui/values/ago.tsx";
import { useLiveMessageId } from "../ui/values/live-message.tsx";
import form from "../ui/form.module.css";
import list from "../ui/list.module.css";
import text from "../ui/text.module.css";
import deleted from "./deleted.module.css";
import styles from "./entries.module.css";

/** `/sites/{site}/deleted`: deleted entries, which can be restored. */
export function DeletedScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: "deleted.title" });
  useTitle(title);
  const { data: site } = useSite();
  return (
    <>
      <ScreenHead title={title}>
        {site && (
          <Link className={styles["backLink"]} to={`/sites/${site.id}/entries`}>
            <ArrowLeft size={15} aria-hidden="true" />
            <FormattedMessage id="nav.entries" />
          </Link>
        )}
      </ScreenHead>
      <p className={deleted["intro"]}>
        <FormattedMessage id="deleted.intro" />
      </p>
      <Deleted mayWrite={site !== undefined && savesToMain(site)} />
    </>
  );
}

function Deleted({ mayWrite }: { readonly mayWrite: boolean }): ReactNode {
  const { data: types = [] } = useTypes();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useDeletedEntries();
  if (data === undefined) return <Loading error={error} />;
  const all = data.pages.flatMap((page) => page.entries);
  // An entry that was deleted several times can appear on several pages.
  const entries = all.filter(({ id }, place) => all.findIndex((one) => one.id === id) === place);
  return (
    <>
      <Refusal error={error} />
      {entries.length === 0 && (
        <p className={styles["empty"]}>
          <FormattedMessage id="deleted.none" />
        </p>
      )}
      <DeletedList entries={entries} types={types} mayWrite={mayWrite} />
      {hasNextPage && (
        <div className={deleted["more"]}>
          <Button isWorking={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            <FormattedMessage id="deleted.more" />
          </Button>
        </div>
      )}
    </>
  );
}

interface DeletedListProps {
  readonly entries: readonly DeletedEntry[];
  readonly types: readonly ContentType[];
  readonly mayWrite: boolean;
}

/** The deleted entries, each with links to its history and for restoring it. */
function DeletedList({ entries, types, mayWrite }: DeletedListProps): ReactNode {
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
      <div role="status" className={deleted["status"]}>
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
      <ul className={deleted["list"]}>
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
    <li className={deleted["row"]}>
      <FileX size={16} aria-hidden="true" className={deleted["icon"]} />
      <span className={`${list["names"]} ${list["clipped"]} ${deleted["names"]}`}>
        <Link to={`/sites/${site}/entries/${type}/${id}/history`}>{title}</Link>
        <small className={text["faint"]}>
          {typeLabel ?? <FormattedMessage id="deleted.typeGone" values={{ type }} />} · /{slug}
        </small>
      </span>
      <span className={`${text["soft"]} ${deleted["who"]}`}>
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
        className={form["form"]}
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
        <div className={form["foot"]}>
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
