import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { MessageId } from "../../messages/messages.ts";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";

interface StepProps {
  readonly title: MessageId;
  readonly isDone: boolean;
  /** Whether it is the current step. */
  readonly isNext: boolean;
  readonly children: ReactNode;
}

/** A step: done, current, or later. */
export function Step({ title, isDone, isNext, children }: StepProps): ReactNode {
  return (
    <li data-done={isDone || undefined} {...(isNext && { "aria-current": "step" as const })}>
      <h2>
        <FormattedMessage id={title} />
        {isDone && (
          <>
            {" "}
            <Check size={16} aria-hidden="true" />
            <HiddenText>
              <FormattedMessage id="newSite.done" />
            </HiddenText>
          </>
        )}
      </h2>
      {children}
    </li>
  );
}
