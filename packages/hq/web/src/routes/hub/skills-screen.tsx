import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useSession } from "../../api/people/session.ts";
import { SkillList } from "../../hub/skills/skill-list.tsx";
import { useTitle } from "../../shell/use-title.ts";

export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: session } = useSession();
  useTitle(formatMessage({ id: "nav.skills" }));
  return session ? <SkillList user={session.user.id} /> : null;
}
