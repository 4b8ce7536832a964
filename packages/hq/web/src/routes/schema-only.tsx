import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { mayBuild, type Site, useSite } from "../api/sites.ts";
import { isForBuilders } from "../shell/pages.ts";
import { Message } from "../ui/notes/message.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";

interface SchemaOnlyProps {
  readonly children: (site: Site) => ReactNode;
}

/** What those who may change content types see; others are told who may. */
export function SchemaOnly({ children }: SchemaOnlyProps): ReactNode {
  const { data: site } = useSite();
  if (site === undefined) return <Waiting />;
  if (isForBuilders(site)) return children(site);
  return (
    <Message title={<FormattedMessage id="nav.schema" />}>
      <p>
        <FormattedMessage id={mayBuild(site) ? "schema.isHidden" : "schema.byEditor"} />
      </p>
      <Link to={`/sites/${site.id}`}>
        <FormattedMessage id="error.toStart" />
      </Link>
    </Message>
  );
}
