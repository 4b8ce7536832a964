import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { useTitle } from "../../shell/use-title.ts";
import { PageBar } from "../../ui/page-bar.tsx";
import { ChangeLists } from "../list/change-lists.tsx";

/** The change requests for the skills of a workspace. */
export function SkillChangesScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: "review.skillChanges" });
  useTitle(title);
  return (
    <>
      <PageBar
        trail={[
          {
            label: formatMessage({ id: "nav.skills" }),
            address: `/workspaces/${useWorkspaceSlug()}/skills`,
          },
        ]}
        title={title}
      />
      <ChangeLists howTo="review.skillHowTo" />
    </>
  );
}
