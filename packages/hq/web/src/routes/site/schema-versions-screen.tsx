import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useParams } from "react-router";
import { SchemaVersions } from "../../schema/publishing/schema-versions.tsx";
import { BuildersOnly } from "../../shell/frame/builders-only.tsx";
import { useTitle } from "../../shell/use-title.ts";

/** The published versions of a type's schema. */
export function Component(): ReactNode {
  const { type = "" } = useParams();
  const { formatMessage } = useIntl();
  useTitle(formatMessage({ id: "schema.versions" }));
  return (
    <BuildersOnly>{(site) => <SchemaVersions key={type} site={site} type={type} />}</BuildersOnly>
  );
}
