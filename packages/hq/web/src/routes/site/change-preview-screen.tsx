import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useParams, useSearchParams } from "react-router";
import { useChange } from "../../api/changes/change.ts";
import { useSite } from "../../api/sites.ts";
import { ChangePreview } from "../../preview/change-preview.tsx";
import { Message } from "../../ui/notes/message.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";

/** Previews a change request on the site; `?entry=` selects the first entry. */
export function Component(): ReactNode {
  const { change } = useParams();
  const [search] = useSearchParams();
  const { data: site } = useSite();
  const { data: detail, error } = useChange(Number(change));
  if (detail === undefined && error !== null) {
    return <Message title={<FormattedMessage id="preview.noneTitle" />}>{error.message}</Message>;
  }
  if (detail === undefined || site === undefined) return <Waiting />;
  return <ChangePreview detail={detail} site={site} chosen={search.get("entry") ?? undefined} />;
}
