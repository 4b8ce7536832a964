import { useIntl } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import { useTitle } from "../../shell/use-title.ts";
import { titleIn } from "../edits/entry-title.ts";
import type { EntryEdits } from "../edits/use-entry-edits.ts";

/** Returns the title as edited, or as saved, and sets it as the page title. */
export function useEntryTitle(
  { fields }: TypeSchema,
  entry: Entry | undefined,
  { values }: EntryEdits,
): string {
  const { formatMessage } = useIntl();
  const title = titleIn(fields, values) ?? entry?.title ?? formatMessage({ id: "entry.untitled" });
  useTitle(title);
  return title;
}
