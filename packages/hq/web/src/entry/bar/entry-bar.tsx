import { History } from "lucide-react";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { Entry } from "../../api/content/entry.ts";
import type { KeepState } from "../../draft/keeper.ts";
import type { PersonHere } from "../../live/use-presence.ts";
import { Button } from "../../ui/button.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { KeptStatus } from "./kept-status.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { PeopleHere } from "./people-here.tsx";
import { PreviewButton } from "./preview-button.tsx";
import { StarButton } from "./star-button.tsx";
import styles from "../entry.module.css";

interface EntryBarProps {
  readonly listLabel: string;
  readonly listAddress: string;
  readonly title: string;
  readonly entry: Entry | undefined;
  readonly isChanged: boolean;
  readonly kept: KeepState;
  /** Who else has it open. */
  readonly people: readonly PersonHere[];
  /** Whether the type has one entry alone. */
  readonly isOnly: boolean;
  readonly mayWrite: boolean;
  /** Takes the last change back; undefined where there is none. */
  readonly onUndo: (() => void) | undefined;
  /** Whether what is written is proposed alone. */
  readonly isReviewed: boolean;
  readonly onProposeDeletion: () => void;
  /** Save and Publish, where they stand here. */
  readonly acts: ReactNode;
}

/** Where one is, what is kept, and what can be done with the entry. */
export function EntryBar(props: EntryBarProps): ReactNode {
  const { listLabel, listAddress, title, entry, isChanged, mayWrite, acts } = props;
  return (
    <PageBar
      trail={[{ label: listLabel, address: listAddress }]}
      title={title}
      status={<KeptStatus isChanged={isChanged} isSaved={entry !== undefined} kept={props.kept} />}
    >
      <PeopleHere people={props.people} />
      {entry !== undefined && (
        <>
          <StarButton entry={entry} />
          <Ways entry={entry} listAddress={listAddress} />
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

interface WaysProps {
  readonly entry: Entry;
  readonly listAddress: string;
}

/** To its history, and to its preview. */
function Ways({ entry, listAddress }: WaysProps): ReactNode {
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
