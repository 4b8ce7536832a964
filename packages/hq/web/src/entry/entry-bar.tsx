import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import type { Entry } from "../api/entry.ts";
import { Button } from "../ui/button.tsx";
import { MoreMenu } from "./more-menu.tsx";
import styles from "./entry.module.css";

interface EntryBarProps {
  readonly listLabel: string;
  readonly listAddress: string;
  readonly title: string;
  readonly entry: Entry | undefined;
  readonly isChanged: boolean;
  /** Whether the type has one entry alone. */
  readonly isOnly: boolean;
  readonly mayWrite: boolean;
  readonly mayPublish: boolean;
  readonly working: "save" | "publish" | "unpublish" | undefined;
  readonly onSave: () => void;
  readonly onPublish: () => void;
  readonly onUnpublish: () => void;
}

/** Where one is, what is kept, and what can be done with the entry. */
export function EntryBar(props: EntryBarProps): ReactNode {
  const { listLabel, listAddress, title, entry, isChanged, mayWrite, mayPublish, working } = props;
  return (
    <header className={styles["bar"]}>
      <nav className={styles["crumb"]}>
        <Link to={listAddress}>{listLabel}</Link>
        <ChevronRight size={14} aria-hidden="true" />
        <h1>{title}</h1>
      </nav>
      <span className={styles["kept"]} role="status">
        {isChanged && <FormattedMessage id="entry.notSaved" />}
        {!isChanged && entry !== undefined && <FormattedMessage id="entry.saved" />}
      </span>
      {mayWrite && entry !== undefined && (
        <MoreMenu entry={entry} listAddress={listAddress} isOnly={props.isOnly} />
      )}
      {mayWrite && entry?.live !== undefined && (
        <Button look="quiet" isWorking={working === "unpublish"} onPress={props.onUnpublish}>
          <FormattedMessage id="entry.unpublish" />
        </Button>
      )}
      {mayWrite && (
        <Button isDisabled={!isChanged} isWorking={working === "save"} onPress={props.onSave}>
          <FormattedMessage id="entry.save" />
        </Button>
      )}
      {mayWrite && (
        <Button
          look="primary"
          isDisabled={!mayPublish}
          isWorking={working === "publish"}
          onPress={props.onPublish}
          aria-describedby="why-not-published"
        >
          <FormattedMessage id="entry.publish" />
        </Button>
      )}
    </header>
  );
}
