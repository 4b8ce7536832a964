import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { WorkerList } from "../../hub/workers/worker-list.tsx";
import { useTitle } from "../../shell/use-title.ts";

export function Component(): ReactNode {
  useTitle(useIntl().formatMessage({ id: "nav.workers" }));
  return <WorkerList />;
}
