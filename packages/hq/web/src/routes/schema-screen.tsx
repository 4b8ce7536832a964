import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { TypeList } from "../schema/types/type-list.tsx";
import { useTitle } from "../shell/use-title.ts";
import { SchemaOnly } from "./schema-only.tsx";

/** The content types of the site. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  useTitle(formatMessage({ id: "nav.schema" }));
  return <SchemaOnly>{(site) => <TypeList site={site} />}</SchemaOnly>;
}
