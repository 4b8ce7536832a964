import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { ChangeLists } from "../../review/list/change-lists.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { PageBar } from "../../ui/page-bar.tsx";

/** The change requests for the skills of a workspace. */
export function Component(): ReactNode {
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
