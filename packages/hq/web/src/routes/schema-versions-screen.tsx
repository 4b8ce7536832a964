import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useParams } from "react-router";
import { SchemaVersions } from "../schema/publishing/schema-versions.tsx";
import { useTitle } from "../shell/use-title.ts";
import { SchemaOnly } from "./schema-only.tsx";

/** What was published of a type's form, version by version. */
export function Component(): ReactNode {
  const { type = "" } = useParams();
  const { formatMessage } = useIntl();
  useTitle(formatMessage({ id: "schema.versions" }));
  return <SchemaOnly>{(site) => <SchemaVersions key={type} site={site} type={type} />}</SchemaOnly>;
}
