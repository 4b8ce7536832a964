import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useParams } from "react-router";
import { useSkillChange } from "../../api/changes/skill-change.ts";
import { useSession } from "../../api/people/session.ts";
import { canManage, useWorkspace } from "../../api/workspaces.ts";
import { SkillChangeScreen } from "../../review/skills/skill-change-screen.tsx";
import { Message } from "../../ui/notes/message.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";

/** A change request for skills. */
export function Component(): ReactNode {
  const number = Number(useParams()["change"]);
  return <OfChange key={number} number={number} />;
}

function OfChange({ number }: { readonly number: number }): ReactNode {
  const { data: workspace } = useWorkspace();
  const { data: session } = useSession();
  const { data, error } = useSkillChange(number);
  if (data === undefined && error !== null) {
    return <Message title={<FormattedMessage id="review.noneTitle" />}>{error.message}</Message>;
  }
  if (data === undefined || workspace === undefined || !session) return <Waiting />;
  return (
    <SkillChangeScreen
      detail={data}
      me={session.user.id}
      isManager={canManage(workspace)}
      error={error}
    />
  );
}
