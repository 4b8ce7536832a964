import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { WorkflowList } from "../../hub/workflows/workflow-rows.tsx";
import { useTitle } from "../../shell/use-title.ts";

export function Component(): ReactNode {
  useTitle(useIntl().formatMessage({ id: "nav.workflows" }));
  return <WorkflowList />;
}
