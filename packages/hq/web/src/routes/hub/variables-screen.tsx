import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { VariablesPage } from "../../hub/variables/variables-page.tsx";
import { useTitle } from "../../shell/use-title.ts";

/** The variables of a workspace, by scope. */
export function Component(): ReactNode {
  useTitle(useIntl().formatMessage({ id: "nav.variables" }));
  return <VariablesPage />;
}
