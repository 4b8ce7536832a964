import { Columns2, History } from "lucide-react";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { Entry } from "../../api/content/entry.ts";
import type { KeepState } from "../../draft/keeper.ts";
import type { PersonHere } from "../../live/use-presence.ts";
import { usePreviewBeside } from "../../shell/use-preview-beside.ts";
import { Button } from "../../ui/button.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { KeptStatus } from "./kept-status.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { PeopleHere } from "./people-here.tsx";
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
          <Ways address={`${listAddress}/${entry.id}`} />
        </>
      )}
      {mayWrite && entry !== undefined && (
        <MoreMenu
          entry={entry}
          listAddress={listAddress}
          isOnly={props.isOnly}
          onUndo={props.onUndo}
        />
      )}
      {acts}
    </PageBar>
  );
}

/** To its history, and to its preview: beside the form where there is room, else alone. */
function Ways({ address }: { readonly address: string }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { isBeside, hasRoom, toggle } = usePreviewBeside();
  return (
    <span className={styles["ways"]}>
      <Button
        look="quiet"
        iconOnly
        aria-label={formatMessage({ id: "history.title" })}
        onPress={() => void navigate(`${address}/history`)}
      >
        <History size={16} aria-hidden="true" />
      </Button>
      <Button
        look="quiet"
        iconOnly
        aria-label={formatMessage({ id: "preview.title" })}
        aria-pressed={isBeside}
        onPress={() => (hasRoom ? toggle() : void navigate(`${address}/preview`))}
      >
        <Columns2 size={16} aria-hidden="true" />
      </Button>
    </span>
  );
}
