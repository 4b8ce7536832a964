import { Columns2 } from "lucide-react";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { Entry } from "../../api/content/entry.ts";
import { useEntryPaths } from "../../shell/use-entry-paths.ts";
import { usePreviewBeside } from "../../shell/use-preview-beside.ts";
import { Button } from "../../ui/button.tsx";

/** Opens the preview next to the form, or instead of it if there is no room. */
export function PreviewButton({ entry }: { readonly entry: Entry }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { preview } = useEntryPaths();
  const { isBeside, hasRoom, toggle } = usePreviewBeside();
  return (
    <Button
      look="quiet"
      iconOnly
      aria-label={formatMessage({ id: "preview.title" })}
      aria-pressed={isBeside}
      onPress={() => (hasRoom ? toggle() : void navigate(preview(entry.type, entry.id)))}
    >
      <Columns2 size={16} aria-hidden="true" />
    </Button>
  );
}
