import { PanelRight, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Button } from "../../ui/button.tsx";
import styles from "./side.module.css";

interface DrawerProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A side panel that slides over the form if there is no room next to it. */
export function Drawer({ label, children }: DrawerProps): ReactNode {
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const opener = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = panel.current;
    const open = (): void => setIsOpen(true);
    // Opens to reveal an element inside it.
    element?.addEventListener("beforematch", open);
    return () => element?.removeEventListener("beforematch", open);
  }, []);
  const close = (): void => {
    setIsOpen(false);
    opener.current?.querySelector("button")?.focus();
  };
  return (
    <>
      <div ref={opener} className={styles["opener"]}>
        <Button
          look="quiet"
          iconOnly
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={id}
          onPress={() => setIsOpen(true)}
        >
          <PanelRight size={16} aria-hidden="true" />
        </Button>
      </div>
      <aside
        ref={panel}
        id={id}
        className={`${styles["side"]} ${styles["drawer"]}`}
        aria-label={label}
        hidden={!isOpen}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !event.defaultPrevented) close();
        }}
      >
        <div className={styles["close"]}>
          <Button
            look="quiet"
            iconOnly
            aria-label={formatMessage({ id: "dialog.close" })}
            onPress={close}
          >
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
        {children}
      </aside>
    </>
  );
}
