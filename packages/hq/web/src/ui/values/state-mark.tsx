import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { ShownState } from "../../api/content/entries.ts";
import { useIsPublic } from "../../api/sites.ts";
import type { MessageId } from "../../messages/messages.ts";
import styles from "./state-mark.module.css";

const RING = <circle cx="8" cy="8" r="5.75" fill="none" stroke="currentcolor" strokeWidth="1.6" />;
const LINE = { fill: "none", stroke: "currentcolor", strokeWidth: 1.6 } as const;
const ROUND = { strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** A distinct shape for each state, because color alone isn't accessible. */
const SHAPES: Readonly<Record<ShownState, ReactNode>> = {
  draft: <circle cx="8" cy="8" r="5.75" {...LINE} strokeDasharray="2.3 2.2" />,
  published: (
    <>
      <circle cx="8" cy="8" r="6.5" fill="currentcolor" />
      <path d="m5.2 8.2 2 2 3.7-4.2" {...LINE} {...ROUND} stroke="var(--raised)" />
    </>
  ),
  changed: (
    <>
      {RING}
      <path d="M8 4.2a3.8 3.8 0 0 1 0 7.6z" fill="currentcolor" />
    </>
  ),
  scheduled: (
    <>
      {RING}
      <path d="M8 4.8V8l2.2 1.5" {...LINE} {...ROUND} />
    </>
  ),
  unpublished: (
    <>
      {RING}
      <path d="M5.2 8h5.6" {...LINE} {...ROUND} />
    </>
  ),
  broken: (
    <>
      <path d="M8 2.2 14.3 13H1.7z" {...LINE} {...ROUND} />
      <path d="M8 6.4v3M8 11.3v.1" {...LINE} {...ROUND} />
    </>
  ),
};

const WORDS: Readonly<Record<ShownState, MessageId>> = {
  draft: "state.draft",
  published: "state.published",
  changed: "state.changed",
  scheduled: "state.scheduled",
  unpublished: "state.unpublished",
  broken: "state.broken",
};

interface StateMarkProps {
  readonly state: ShownState;
  /** Text instead of the state's name. */
  readonly children?: ReactNode;
}

/** The state of an entry as a shape and a label. */
export function StateMark({ state, children }: StateMarkProps): ReactNode {
  return (
    <span className={`${styles["state"]} ${styles[state] ?? ""}`} data-state={state}>
      <StateShape state={state} />
      <span>{children ?? <StateWord state={state} />}</span>
    </span>
  );
}

function StateWord({ state }: Pick<StateMarkProps, "state">): ReactNode {
  const wordOf = useStateWord();
  return <FormattedMessage id={wordOf(state)} />;
}

/**
 * Returns a function for the label of a state. While publishing of the site is off, published entries aren't visible.
 */
export function useStateWord(): (state: ShownState) => MessageId {
  const isPublic = useIsPublic();
  return (state) => (state === "published" && !isPublic ? "state.notVisible" : WORDS[state]);
}

/** Only the shape, next to text with the same meaning. */
export function StateShape({ state }: { readonly state: ShownState }): ReactNode {
  return (
    <svg className={styles[state]} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[state]}
    </svg>
  );
}
