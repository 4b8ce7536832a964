import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { ChangeParts } from "../request/parts.ts";
import { ChecksSection } from "./checks-section.tsx";
import { ForDevelopers } from "./for-developers.tsx";
import { OverlapsSection } from "./overlaps-section.tsx";
import { ReviewersSection } from "./reviewers-section.tsx";
import { StateSection } from "./state-section.tsx";
import styles from "./side.module.css";

/** The side panel of a change request: information and decisions. */
export function ChangeSide(props: ChangeParts): ReactNode {
  const { formatMessage } = useIntl();
  const isOpen = props.detail.change.state === "open";
  return (
    <aside className={styles["side"]} aria-label={formatMessage({ id: "review.about" })}>
      <StateSection {...props} />
      <ReviewersSection {...props} />
      {isOpen && <ChecksSection {...props} />}
      {isOpen && <OverlapsSection {...props} />}
      <ForDevelopers {...props} />
    </aside>
  );
}
