import { CloudOff } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import { tryConnection, useConnection } from "../../api/connection.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./offline-banner.module.css";

/** Shown on every screen while HQ is unreachable: editing still works, and when the next attempt is. */
export function OfflineBanner(): ReactNode {
  const { awaySince, nextTry } = useConnection();
  if (awaySince === undefined) return null;
  return (
    <div className={styles["banner"]} role="status">
      <CloudOff size={18} aria-hidden="true" />
      <p>
        <FormattedMessage
          id="away.text"
          values={{
            b: (text) => <b key="since">{text}</b>,
            time: <FormattedDate value={awaySince} hour="numeric" minute="2-digit" />,
          }}
        />
      </p>
      {nextTry !== undefined && <Countdown to={nextTry} />}
      <Button onPress={tryConnection}>
        <FormattedMessage id="away.now" />
      </Button>
    </div>
  );
}

const SECOND_MS = 1000;

function Countdown({ to }: { readonly to: number }): ReactNode {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((to - now) / SECOND_MS));
  return (
    <span className={styles["next"]} aria-hidden="true">
      <FormattedMessage id="away.next" values={{ seconds }} />
    </span>
  );
}
