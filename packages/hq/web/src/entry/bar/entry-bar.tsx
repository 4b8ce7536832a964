import { History } from "lucide-react";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { Entry } from "../../api/content/entry.ts";
import type { SyncState } from "../../draft/draft-sync.ts";
import type { PersonHere } from "../../live/use-presence.ts";
import { Button } from "../../ui/button.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { PeopleHere } from "./people-here.tsx";
import { PreviewButton } from "./preview-button.tsx";
import { SaveStatus } from "./save-status.tsx";
import { StarButton } from "./star-button.tsx";
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
