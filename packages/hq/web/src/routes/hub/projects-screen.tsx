import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { ProjectList } from "../../hub/projects/project-list.tsx";
import { useTitle } from "../../shell/use-title.ts";

export function Component(): ReactNode {
  useTitle(useIntl().formatMessage({ id: "nav.projects" }));
  return <ProjectList />;
}
