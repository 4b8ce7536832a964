import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { NewType } from "../../schema/types/new-type.tsx";
import { BuildersOnly } from "../../shell/frame/builders-only.tsx";
import { useTitle } from "../../shell/use-title.ts";

export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  useTitle(formatMessage({ id: "schema.newType" }));
  return <BuildersOnly>{(site) => <NewType site={site} />}</BuildersOnly>;
}
