import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useIsPublic } from "../../api/sites.ts";
import { Note } from "./note.tsx";

/** Notes that published content isn't visible while publishing of the site is off. */
export function HiddenPublishNote(): ReactNode {
  const isPublic = useIsPublic();
  if (isPublic) return null;
  return (
    <Note tone="ochre">
      <FormattedMessage id="off.note" />
    </Note>
  );
}
