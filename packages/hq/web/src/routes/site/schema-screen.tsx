import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { TypeList } from "../../schema/types/type-list.tsx";
import { BuildersOnly } from "../../shell/frame/builders-only.tsx";
import { useTitle } from "../../shell/use-title.ts";

export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  useTitle(formatMessage({ id: "nav.schema" }));
  return <BuildersOnly>{(site) => <TypeList site={site} />}</BuildersOnly>;
}
