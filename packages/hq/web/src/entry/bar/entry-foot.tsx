import { ChevronUp } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { StateMark } from "../../ui/values/state-mark.tsx";
import { REASON_ID, StateBar, type StateBarProps, PublishProblems } from "./state-bar.tsx";
import styles from "./entry-foot.module.css";

interface EntryFootProps {
  readonly state: StateBarProps;
  /** Save and Publish; empty for users who can only view. */
  readonly acts: ReactNode;
}

/** The bottom bar on phones: state of the entry, reasons why it can't be published, Save, and Publish. */
export function EntryFoot({ state, acts }: EntryFootProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const more = useId();
  const hasReason = state.open.length > 0 || state.why !== null;
  return (
    <footer className={styles["foot"]}>
      <div id={more}>
        {isOpen ? (
          <StateBar {...state} />
        ) : (
          hasReason && (
            <p className={styles["why"]} id={REASON_ID}>
              {state.open.length > 0 ? <PublishProblems open={state.open} /> : state.why}
            </p>
          )
        )}
      </div>
      <div className={styles["row"]}>
        <AriaButton
          className={styles["state"] ?? ""}
          aria-expanded={isOpen}
          aria-controls={more}
          onPress={() => setIsOpen(!isOpen)}
        >
          <StateMark state={state.entry?.state ?? "draft"} />
          <ChevronUp size={16} aria-hidden="true" />
          <HiddenText>
            <FormattedMessage id="state.more" />
          </HiddenText>
        </AriaButton>
        {acts}
      </div>
    </footer>
  );
}
