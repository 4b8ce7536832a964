import type { ReactNode } from "react";
import { LanguageAndTheme } from "../shell/preferences/language-and-theme.tsx";
import { useSettings } from "../shell/preferences/settings.ts";
import { Mark } from "../ui/mark.tsx";
import day from "./day.webp";
import night from "./night.webp";
import heading from "../ui/heading.module.css";
import styles from "./sign-in.module.css";

interface IdentityFrameProps {
  readonly title: ReactNode;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

/** Layout of all forms for signed-out users. */
export function IdentityFrame({ title, lead, children }: IdentityFrameProps): ReactNode {
  return (
    <div className={styles["screen"]}>
      <main className={styles["side"]}>
        <p className={`${heading["title"]} ${styles["brand"]}`}>
          <Mark size={36} />
          Loam
        </p>
        <div className={styles["form"]}>
          <div>
            <h1 className={styles["title"]}>{title}</h1>
            <p className={styles["lead"]}>{lead}</p>
          </div>
          {children}
        </div>
        <div className={styles["foot"]}>
          <LanguageAndTheme />
        </div>
      </main>
      <div className={styles["picture"]}>
        <Picture />
      </div>
    </div>
  );
}

function Picture(): ReactNode {
  const { theme } = useSettings();
  if (theme !== "auto") return <img src={theme === "dark" ? night : day} alt="" />;
  return (
    <picture>
      <source srcSet={night} media="(prefers-color-scheme: dark)" />
      <img src={day} alt="" />
    </picture>
  );
}
