import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { type Take, type UpstreamBranch, useDecideUpstream } from "../../api/settings/upstream.ts";
import { DangerDialog } from "../../ui/sections/danger-dialog.tsx";

interface ConfirmDecisionProps {
  readonly branch: UpstreamBranch;
  /** Name of the upstream branch. */
  readonly there: string;
  readonly take: Take;
  readonly onClose: () => void;
}

/** Explains what is lost when one history replaces the other, and asks for confirmation. */
export function ConfirmDecision({ branch, there, take, onClose }: ConfirmDecisionProps): ReactNode {
  const decide = useDecideUpstream();
  const { name } = branch;
  return (
    <DangerDialog
      title={<FormattedMessage id={`upstream.takeTitle.${take}`} values={{ name, there }} />}
      goes={[<FormattedMessage key="goes" id={`upstream.takeGoes.${take}`} values={{ there }} />]}
      stays={[<FormattedMessage key="stays" id={`upstream.takeStays.${take}`} />]}
      submit={`upstream.takeAct.${take}`}
      act={decide}
      onSubmit={() =>
        decide.mutate({ branch: name, take, there: branch.there }, { onSuccess: onClose })
      }
      onClose={onClose}
    />
  );
}
