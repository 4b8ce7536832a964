import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { RunList } from "../../hub/runs/run-list.tsx";
import { useTitle } from "../../shell/use-title.ts";

export function Component(): ReactNode {
  useTitle(useIntl().formatMessage({ id: "nav.runs" }));
  return <RunList />;
}
