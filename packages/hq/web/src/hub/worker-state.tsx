import { CircleCheck, CircleDashed, CircleMinus, CircleX, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Worker } from "../api/hub/workers.ts";
import toneStyles from "../ui/tone.module.css";

const LOOKS: Readonly<Record<Worker["state"], readonly [LucideIcon, string]>> = {
  online: [CircleCheck, "leaf"],
  offline: [CircleMinus, "soft"],
  pending: [CircleDashed, "ochre"],
  revoked: [CircleX, "madder"],
};

/** The state of a worker. */
export function WorkerStateMark({ state }: Pick<Worker, "state">): ReactNode {
  const [Icon, tone] = LOOKS[state];
  return (
    <span className={`${toneStyles["state"]} ${toneStyles[tone] ?? ""}`}>
      <Icon size={16} aria-hidden="true" />
      <FormattedMessage id={`hub.worker.${state}`} />
    </span>
  );
}
