import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import { useOtherEditor } from "../../api/content/other-editor.ts";
import type { Field } from "../../api/content/schema.ts";
import { changedFields } from "../../draft/entry-draft.ts";
import { sameValue } from "../../draft/same-value.ts";
import { Note } from "../../ui/notes/note.tsx";
import { labelOf } from "../form/problems.ts";
import type { EntryEdits } from "../use-entry-edits.ts";

interface ChangesByOthersProps {
  readonly entry: Entry | undefined;
  readonly edits: EntryEdits;
  readonly fields: readonly Field[];
}

/**
 * Lists the fields that others changed while the user was editing: already shown in the form, or merged by the save.
 */
export function ChangesByOthers({ entry, edits, fields }: ChangesByOthersProps): ReactNode {
  const { formatList, formatMessage } = useIntl();
  const { base, theirs } = edits.draft.state;
  // Don't report fields changed by both sides as safe: the save merges them or asks.
  const changed =
    theirs === undefined
      ? (entry?.fromOthers ?? [])
      : changedFields(base, theirs).filter((apiId) => !(apiId in edits.changes));
  const merged = useMergedFields(entry, changed);
  const { data: event } = useOtherEditor(entry, merged?.version);
  if (merged === undefined || event === undefined) return null;
  const name = event?.author.name ?? formatMessage({ id: "conflict.somebody" });
  const labels = merged.fields.map((apiId) => labelOf(apiId, fields));
  return (
    <Note tone="leaf">
      <FormattedMessage id="entry.fromOthers" values={{ name, fields: formatList(labels) }} />
    </Note>
  );
}

interface MergedFieldNames {
  readonly version: string;
  readonly fields: readonly string[];
}

/**
 * Returns the fields that others changed in the current version. Only the response of a save contains them, and events
 * refetch the version, so they are stored until the version changes.
 */
function useMergedFields(
  entry: Entry | undefined,
  fields: readonly string[],
): MergedFieldNames | undefined {
  const [mergedFields, setMerged] = useState<MergedFieldNames>();
  const version = entry?.version;
  if (version === undefined) return undefined;
  const isNews =
    fields.length > 0 &&
    !(mergedFields?.version === version && sameValue(mergedFields.fields, fields));
  if (isNews) setMerged({ version, fields });
  return mergedFields?.version === version ? mergedFields : undefined;
}
