import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useIntl } from "react-intl";
import type { MessageId } from "../../messages/messages.ts";
import styles from "./tools.module.css";

interface ToolProps {
  readonly label: MessageId;
  readonly icon: LucideIcon;
  readonly isOff?: boolean;
  readonly onPress: () => void;
}

/** A small icon button. */
export function Tool({ label, icon: Icon, isOff = false, onPress }: ToolProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <AriaButton
      className={styles["tool"] ?? ""}
      aria-label={formatMessage({ id: label })}
      isDisabled={isOff}
      onPress={onPress}
    >
      <Icon size={15} aria-hidden="true" />
    </AriaButton>
  );
}
