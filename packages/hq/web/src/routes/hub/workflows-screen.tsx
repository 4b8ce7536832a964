import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { WorkflowList } from "../../hub/workflows/workflow-rows.tsx";
import { useTitle } from "../../shell/use-title.ts";

/** The workflows of a workspace. */
export function Component(): ReactNode {
  useTitle(useIntl().formatMessage({ id: "nav.workflows" }));
  return <WorkflowList />;
}
