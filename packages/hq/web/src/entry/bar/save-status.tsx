import { Check, HardDrive } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useConnection } from "../../api/connection.ts";
import type { KeepState } from "../../draft/draft-sync.ts";
import { Ago } from "../../ui/values/ago.tsx";
import styles from "../entry.module.css";

interface KeptStatusProps {
  readonly isChanged: boolean;
  /** Whether there is a saved version. */
  readonly isSaved: boolean;
  readonly kept: KeepState;
}

/** Where the latest changes are stored: as a version, as unsaved changes at HQ, or only in this browser. */
export function KeptStatus({ isChanged, isSaved, kept }: KeptStatusProps): ReactNode {
  const { awaySince } = useConnection();
  const isOnlyHere = isHereAlone(kept, awaySince !== undefined);
  return (
    <span className={styles["kept"]}>
      {isChanged && kept.kind === "kept" && <Check size={15} aria-hidden="true" />}
      {isChanged && isOnlyHere && <HardDrive size={15} aria-hidden="true" />}
      <span role="status">
        {!isChanged && isSaved && <FormattedMessage id="entry.saved" />}
        {isChanged && <FormattedMessage id={isOnlyHere ? "kept.browser" : WORDS[kept.kind]} />}
      </span>
      {isChanged && kept.kind === "kept" && (
        <span className={styles["keptAgo"]} aria-hidden="true">
          <Ago time={kept.at} />
        </span>
      )}
    </span>
  );
}

/** Returns whether the changes are only in this browser and not about to be sent to HQ. */
function isHereAlone(kept: KeepState, isAway: boolean): boolean {
  return kept.kind === "browser" && (isAway || kept.isTried === true);
}

const WORDS = {
  clean: "kept.soon",
  typed: "kept.soon",
  browser: "kept.soon",
  kept: "kept.hq",
  refused: "kept.browser",
  elsewhere: "kept.browser",
} as const;
