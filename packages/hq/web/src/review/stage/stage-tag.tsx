import { Check, CircleCheck, MessageSquare, PencilLine, X } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Stage } from "./stage.ts";
import styles from "./stage.module.css";

const LOOKS = {
  draft: { icon: PencilLine, word: "review.draft" },
  review: { icon: MessageSquare, word: "review.inReview" },
  ready: { icon: CircleCheck, word: "review.ready" },
  merged: { icon: Check, word: "review.accepted" },
  closed: { icon: X, word: "review.closed" },
} as const;

/** The stage of a change request as an icon and a label. */
export function StageTag({ stage }: { readonly stage: Stage }): ReactNode {
  const { icon: Icon, word } = LOOKS[stage];
  return (
    <span className={`${styles["tag"]} ${styles[stage]}`}>
      <Icon size={13} aria-hidden="true" />
      <FormattedMessage id={word} />
    </span>
  );
}
