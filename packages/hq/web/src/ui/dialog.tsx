import { X } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button as AriaButton,
  Dialog as AriaDialog,
  Heading,
  Modal,
  ModalOverlay,
} from "react-aria-components";
import { useIntl } from "react-intl";
import styles from "./dialog.module.css";

interface DialogProps {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  /** For side-by-side comparisons. @default false */
  readonly isWide?: boolean;
  /** Shown at the side of the page, at full height. @default false */
  readonly isBeside?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog, or a sheet on phones. Escape closes it and restores the focus. */
export function Dialog(props: DialogProps): ReactNode {
  const { title, isOpen, isWide = false, isBeside = false, onClose, children } = props;
  const { formatMessage } = useIntl();
  return (
    <ModalOverlay
      className={`${styles["veil"]} ${isBeside ? styles["atSide"] : ""}`}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
    >
      <Modal className={`${styles["modal"]} ${isWide ? styles["wide"] : ""}`}>
        <AriaDialog className={styles["dialog"] ?? ""}>
          <header className={styles["head"]}>
            <Heading slot="title" className={styles["title"] ?? ""}>
              {title}
            </Heading>
            <AriaButton
              className={styles["close"] ?? ""}
              aria-label={formatMessage({ id: "dialog.close" })}
              onPress={onClose}
            >
              <X size={18} aria-hidden="true" />
            </AriaButton>
          </header>
          <div className={styles["body"]}>{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
