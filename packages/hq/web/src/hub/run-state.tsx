import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Clock,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { RunState } from "../api/hub/runs.ts";
import { HiddenText } from "../ui/notes/hidden-text.tsx";
import toneStyles from "../ui/tone.module.css";

const LOOKS: Readonly<Record<RunState, readonly [LucideIcon, string]>> = {
  queued: [CircleDashed, "soft"],
  dispatched: [Hourglass, "slate"],
  running: [LoaderCircle, "accent"],
  succeeded: [CircleCheck, "leaf"],
  failed: [CircleX, "madder"],
  cancelled: [Ban, "soft"],
  timed_out: [Clock, "madder"],
  lost: [CircleHelp, "madder"],
  refused: [CircleAlert, "ochre"],
};

interface RunStateMarkProps {
  readonly state: RunState;
  /** Whether to show the label to screen readers only. @default false */
  readonly isShapeAlone?: boolean;
}

/** The state of a run. */
export function RunStateMark({ state, isShapeAlone = false }: RunStateMarkProps): ReactNode {
  const [Icon, tone] = LOOKS[state];
  const word = <FormattedMessage id={`hub.run.${state}`} />;
  return (
    <span className={`${toneStyles["state"]} ${toneStyles[tone] ?? ""}`}>
      <Icon
        size={16}
        aria-hidden="true"
        className={state === "running" ? toneStyles["spins"] : ""}
      />
      {isShapeAlone ? <HiddenText>{word}</HiddenText> : word}
    </span>
  );
}
