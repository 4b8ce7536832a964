import type { ReactNode } from "react";
import { OfflineBanner } from "../notifications/offline-banner.tsx";
import { Trays } from "../notifications/trays.tsx";
import { useScrollRestoration } from "../use-scroll-restoration.ts";
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
