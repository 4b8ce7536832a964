import { Check, HardDrive } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useConnection } from "../../api/connection.ts";
import type { SyncState } from "../../draft/draft-sync.ts";
import { Ago } from "../../ui/values/ago.tsx";
import text from "../../ui/text.module.css";
import styles from "../entry.module.css";

interface SaveStatusProps {
  readonly isChanged: boolean;
  /** Whether there is a saved version. */
  readonly isSaved: boolean;
  readonly syncState: SyncState;
}

/** Where the latest changes are stored: as a version, as unsaved changes at HQ, or only in this browser. */
export function SaveStatus({ isChanged, isSaved, syncState }: SaveStatusProps): ReactNode {
  const { awaySince } = useConnection();
  const isOnlyHere = isOnlyInBrowser(syncState, awaySince !== undefined);
  return (
    <span className={`${text["status"]} ${styles["kept"]}`}>
      {isChanged && syncState.kind === "kept" && <Check size={15} aria-hidden="true" />}
      {isChanged && isOnlyHere && <HardDrive size={15} aria-hidden="true" />}
      <span role="status">
        {!isChanged && isSaved && <FormattedMessage id="entry.saved" />}
        {isChanged && <FormattedMessage id={isOnlyHere ? "kept.browser" : WORDS[syncState.kind]} />}
      </span>
      {isChanged && syncState.kind === "kept" && (
        <span aria-hidden="true">
          <Ago time={syncState.at} />
        </span>
      )}
    </span>
  );
}

/** Returns whether the changes are only in this browser and not about to be sent to HQ. */
function isOnlyInBrowser(syncState: SyncState, isAway: boolean): boolean {
  return syncState.kind === "browser" && (isAway || syncState.isTried === true);
}

const WORDS = {
  clean: "kept.soon",
  typed: "kept.soon",
  browser: "kept.soon",
  kept: "kept.hq",
  refused: "kept.browser",
  elsewhere: "kept.browser",
} as const;
