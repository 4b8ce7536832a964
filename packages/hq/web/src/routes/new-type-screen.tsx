import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { NewType } from "../schema/types/new-type.tsx";
import { useTitle } from "../shell/use-title.ts";
import { SchemaOnly } from "./schema-only.tsx";

/** Begins a content type. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  useTitle(formatMessage({ id: "schema.newType" }));
  return <SchemaOnly>{(site) => <NewType site={site} />}</SchemaOnly>;
}
