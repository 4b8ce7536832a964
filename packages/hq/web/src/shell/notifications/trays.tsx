import { type ReactNode, useEffect, useState } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import { requestProof } from "../../api/people/proof.ts";
import { useSession } from "../../api/people/session.ts";
import { Button } from "../../ui/button.tsx";
import { useIsPageOutdated } from "../outdated-page.ts";
import styles from "./trays.module.css";

/** Notices at the bottom of the page: the session is about to end, or the page is outdated. */
export function Trays(): ReactNode {
  const isOld = useIsPageOutdated();
  const endsAt = useSessionEnd();
  return (
    <div className={styles["trays"]} role="status">
      {endsAt !== undefined && (
        <div className={styles["tray"]}>
          <FormattedMessage
            id="tray.sessionEnds"
            values={{ at: <FormattedDate value={endsAt} timeStyle="short" /> }}
          />
          <Button onPress={() => void requestProof()}>
            <FormattedMessage id="tray.stay" />
          </Button>
        </div>
      )}
      {isOld && (
        <div className={styles["tray"]}>
          <FormattedMessage id="tray.oldPage" />
          <Button onPress={() => location.reload()}>
            <FormattedMessage id="tray.reload" />
          </Button>
        </div>
      )}
    </div>
  );
}

/** Time enough to finish editing. */
const WARN_MS = 10 * 60_000;
/** Maximum delay of browser timers. */
const LONGEST_MS = 2_147_483_647;

/** Returns when the session ends, once that is near. */
function useSessionEnd(): string | undefined {
  const { data: session } = useSession();
  const expiresAt = session?.expiresAt;
  const [warned, setWarned] = useState<string>();
  useEffect(() => {
    if (expiresAt === undefined) return undefined;
    const waitMs = Date.parse(expiresAt) - Date.now() - WARN_MS;
    const timer = setTimeout(() => setWarned(expiresAt), Math.min(Math.max(waitMs, 0), LONGEST_MS));
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return warned !== undefined && warned === expiresAt ? expiresAt : undefined;
}
