import { CloudOff } from "lucide-react";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { tryConnection, useConnection } from "../../api/connection.ts";
import { requestProof } from "../../api/proof.ts";
import { useSession } from "../../api/session.ts";
import { Button } from "../../ui/button.tsx";
import { useIsPageOutdated } from "../outdated-page.ts";
import frameStyles from "./frame.module.css";
import styles from "./shell.module.css";

interface FrameProps {
  readonly navigation: ReactNode;
  /** Whether the navigation shows icons only. */
  readonly isRail: boolean;
  /** The screen. */
  readonly children: ReactNode;
}

/** The layout with navigation and a screen. */
export function Frame({ navigation, isRail, children }: FrameProps): ReactNode {
  const sheet = useScrollRestoration<HTMLElement>();
  return (
    <>
      <div className={`${styles["app"]} ${isRail ? styles["rail"] : ""}`}>
        {navigation}
        <main className={styles["sheet"]} ref={sheet}>
          <OfflineBanner />
          {children}
        </main>
      </div>
      <Trays />
    </>
  );
}

/** Notices at the bottom of the page: the session is about to end, or the page is outdated. */
function Trays(): ReactNode {
  const isOld = useIsPageOutdated();
  const endsAt = useSessionEnd();
  return (
    <div className={frameStyles["trays"]} role="status">
      {endsAt !== undefined && (
        <div className={frameStyles["tray"]}>
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
        <div className={frameStyles["tray"]}>
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

/** Shown on every screen while HQ is unreachable: editing still works, and when the next attempt is. */
function OfflineBanner(): ReactNode {
  const { awaySince, nextTry } = useConnection();
  if (awaySince === undefined) return null;
  return (
    <div className={frameStyles["banner"]} role="status">
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
    <span className={frameStyles["next"]} aria-hidden="true">
      <FormattedMessage id="away.next" values={{ seconds }} />
    </span>
  );
}

/** Scroll positions of pages in the browser's history, by key. */
const places = new Map<string, number>();

/** After this time, content has loaded or the user has started reading. */
const SETTLED_MS = 3000;

/**
 * Restores the scroll position when navigating back, and scrolls new pages to the top. Changes of query parameters on
 * the same page keep the position.
 */
function useScrollRestoration<Scroller extends HTMLElement>(): RefObject<Scroller | null> {
  const scroller = useRef<Scroller>(null);
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const isOther = shown.current !== pathname;
    shown.current = pathname;
    if (type !== NavigationType.Pop) {
      if (isOther) element.scrollTop = 0;
      return;
    }
    return scrollBack(element, places.get(key) ?? 0);
  }, [key, pathname, type]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const note = (): void => void places.set(key, element.scrollTop);
    element.addEventListener("scroll", note, { passive: true });
    return () => element.removeEventListener("scroll", note);
  }, [key]);
  return scroller;
}

const BY_HAND = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

/** Scrolls once the content is high enough, unless the user scrolls first. @returns a function that cancels it */
function scrollBack(element: HTMLElement, place: number): () => void {
  const until = performance.now() + SETTLED_MS;
  let frame = 0;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    for (const event of BY_HAND) element.removeEventListener(event, stop);
  };
  const attempt = (): void => {
    element.scrollTop = place;
    if (Math.abs(element.scrollTop - place) <= 1 || performance.now() > until) stop();
    else frame = requestAnimationFrame(attempt);
  };
  for (const event of BY_HAND) element.addEventListener(event, stop, { passive: true });
  attempt();
  return stop;
}
