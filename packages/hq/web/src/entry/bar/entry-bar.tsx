import { Copy, Ellipsis, Eye, History, Star, Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { type Entry, useDeleteEntry, useDuplicateEntry } from "../../api/content/entry.ts";
import { useSiteId } from "../../api/sites.ts";
import type { SyncState } from "../../draft/draft-sync.ts";
import type { PersonHere } from "../../live/use-presence.ts";
import { useFavorites } from "../../shell/preferences/favorites.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { PeopleHere } from "../form/people-here.tsx";
import { PreviewButton } from "./preview-button.tsx";
import { SaveStatus } from "./save-status.tsx";
import form from "../../ui/form.module.css";
import menu from "../../ui/menu.module.css";
import styles from "../entry.module.css";

interface EntryBarProps {
  readonly listLabel: string;
  readonly listAddress: string;
  readonly title: string;
  readonly entry: Entry | undefined;
  readonly isChanged: boolean;
  readonly syncState: SyncState;
  /** Other users who have the entry open. */
  readonly people: readonly PersonHere[];
  /** Whether the type is an object type. */
  readonly isOnly: boolean;
  readonly mayWrite: boolean;
  /** Undoes the last change; undefined if there is nothing to undo. */
  readonly onUndo: (() => void) | undefined;
  /** Whether changes must go through a change request. */
  readonly isReviewed: boolean;
  readonly onProposeDeletion: () => void;
  /** Save and Publish, unless they are at the bottom. */
  readonly acts: ReactNode;
}

/** Location, save status, and actions of the entry. */
export function EntryBar(props: EntryBarProps): ReactNode {
  const { listLabel, listAddress, title, entry, isChanged, mayWrite, acts } = props;
  return (
    <PageBar
      trail={[{ label: listLabel, address: listAddress }]}
      title={title}
      status={
        <SaveStatus
          isChanged={isChanged}
          isSaved={entry !== undefined}
          syncState={props.syncState}
        />
      }
    >
      <PeopleHere people={props.people} />
      {entry !== undefined && (
        <>
          <StarButton entry={entry} />
          <EntryLinks entry={entry} listAddress={listAddress} />
        </>
      )}
      {mayWrite && entry !== undefined && (
        <MoreMenu
          entry={entry}
          listAddress={listAddress}
          isOnly={props.isOnly}
          onUndo={props.onUndo}
          isReviewed={props.isReviewed}
          onProposeDeletion={props.onProposeDeletion}
        />
      )}
      {acts}
    </PageBar>
  );
}

interface EntryLinksProps {
  readonly entry: Entry;
  readonly listAddress: string;
}

/** Links to the history and the preview. */
function EntryLinks({ entry, listAddress }: EntryLinksProps): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  return (
    <span className={styles["ways"]}>
      <Button
        look="quiet"
        iconOnly
        aria-label={formatMessage({ id: "history.title" })}
        onPress={() => void navigate(`${listAddress}/${entry.id}/history`)}
      >
        <History size={16} aria-hidden="true" />
      </Button>
      <PreviewButton entry={entry} />
    </span>
  );
}

interface MoreMenuProps {
  readonly entry: Entry;
  readonly listAddress: string;
  /** Whether the type is an object type, whose entry can't be duplicated. */
  readonly isOnly: boolean;
  /** Undoes the last change; undefined if there is nothing to undo. */
  readonly onUndo: (() => void) | undefined;
  /** Whether changes, including deletions, must go through a change request. */
  readonly isReviewed: boolean;
  readonly onProposeDeletion: () => void;
}

/** Less common actions. */
function MoreMenu(props: MoreMenuProps): ReactNode {
  const { entry, listAddress, isOnly, onUndo, isReviewed, onProposeDeletion } = props;
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const duplicate = useDuplicateEntry(entry);
  const toCopy = ({ id }: Entry): void => void navigate(`${listAddress}/${id}`);
  const item = menu["item"] ?? "";
  return (
    <>
      <MenuTrigger>
        <Button look="quiet" iconOnly aria-label={formatMessage({ id: "entry.more" })}>
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
        <Popover className={menu["popup"] ?? ""} placement="bottom end">
          <Menu className={menu["menu"] ?? ""} disabledKeys={onUndo === undefined ? ["undo"] : []}>
            <MenuItem id="undo" className={item} onAction={() => onUndo?.()}>
              <Undo2 size={16} aria-hidden="true" />
              <FormattedMessage id="entry.undo" />
            </MenuItem>
            <MenuItem className={item} href={`${listAddress}/${entry.id}/preview`}>
              <Eye size={16} aria-hidden="true" />
              <FormattedMessage id="preview.title" />
            </MenuItem>
            <MenuItem className={item} href={`${listAddress}/${entry.id}/history`}>
              <History size={16} aria-hidden="true" />
              <FormattedMessage id="history.title" />
            </MenuItem>
            {!isOnly && !isReviewed && (
              <MenuItem
                className={item}
                onAction={() => duplicate.mutate(undefined, { onSuccess: toCopy })}
              >
                <Copy size={16} aria-hidden="true" />
                <FormattedMessage id="entry.duplicate" />
              </MenuItem>
            )}
            <MenuItem
              className={item}
              onAction={isReviewed ? onProposeDeletion : () => setIsAsking(true)}
            >
              <Trash2 size={16} aria-hidden="true" />
              <FormattedMessage id={isReviewed ? "propose.delete" : "entry.delete"} />
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <Refusal error={duplicate.error} />
      <DeleteDialog
        entry={entry}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onPropose={() => {
          setIsAsking(false);
          onProposeDeletion();
        }}
        onDeleted={() => void navigate(listAddress)}
      />
    </>
  );
}

interface DeleteDialogProps {
  readonly entry: Entry;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Proposes the deletion in a change request instead. */
  readonly onPropose: () => void;
  readonly onDeleted: () => void;
}

/** Confirms a deletion, which takes effect on the live site immediately. */
function DeleteDialog(props: DeleteDialogProps): ReactNode {
  const { entry, isOpen, onClose, onPropose, onDeleted } = props;
  const remove = useDeleteEntry(entry);
  return (
    <Dialog
      title={<FormattedMessage id="delete.title" values={{ title: entry.title }} />}
      isOpen={isOpen}
      onClose={onClose}
    >
      <p>
        {entry.live === undefined ? (
          <FormattedMessage id="delete.draft" />
        ) : (
          <LiveMessage id="delete.live" />
        )}
      </p>
      <Refusal error={remove.error} />
      <div className={`${form["foot"]} ${styles["leave"]}`}>
        <Button onPress={onClose}>
          <FormattedMessage id="delete.keep" />
        </Button>
        <Button onPress={onPropose}>
          <FormattedMessage id="propose.act" />
        </Button>
        <Button
          look="primary"
          isWorking={remove.isPending}
          onPress={() => !remove.isPending && remove.mutate(undefined, { onSuccess: onDeleted })}
        >
          <FormattedMessage id="delete.act" />
        </Button>
      </div>
    </Dialog>
  );
}

/** Adds an entry to the user's favorites. */
function StarButton({ entry: { id, type } }: { readonly entry: Entry }): ReactNode {
  const { formatMessage } = useIntl();
  const site = useSiteId();
  const { favorites, mark } = useFavorites(site);
  const isFavorite = favorites.some((one) => one.id === id);
  return (
    <Button
      look="quiet"
      iconOnly
      aria-label={formatMessage({ id: "favourite.mark" })}
      aria-pressed={isFavorite}
      onPress={() => mark({ site, type, id }, !isFavorite)}
    >
      <Star size={16} aria-hidden="true" fill={isFavorite ? "currentColor" : "none"} />
    </Button>
  );
}
