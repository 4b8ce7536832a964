import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { canBuild, type Site, useSite } from "../../api/sites.ts";
import { Message } from "../../ui/notes/message.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { isForBuilders } from "../pages.ts";
import { NoAccess } from "./no-access.tsx";

interface BuildersOnlyProps {
  readonly children: (site: Site) => ReactNode;
}

/** Shows its children to users who can build the site. Others see whom to ask, and what integration mode is. */
export function BuildersOnly({ children }: BuildersOnlyProps): ReactNode {
  const { data: site } = useSite();
  if (site === undefined) return <Waiting />;
  if (isForBuilders(site)) return children(site);
  return canBuild(site) ? <HiddenHere site={site} /> : <NoAccess whom="forBuilders" />;
}

/** Integration mode changes no permissions, so users who can change it get a link to the setting. */
function HiddenHere({ site }: { readonly site: Site }): ReactNode {
  return (
    <Message title={<FormattedMessage id="hiddenHere.title" />}>
      <p>
        <FormattedMessage id="hiddenHere.text" />
      </p>
      {site.role === "admin" && (
        <Link to={`/sites/${site.id}/settings`}>
          <FormattedMessage id="hiddenHere.toSettings" />
        </Link>
      )}
    </Message>
  );
}
