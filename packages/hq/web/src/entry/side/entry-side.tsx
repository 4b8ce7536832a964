import type { ComponentType, ReactNode } from "react";
import { useIntl } from "react-intl";
import { useChangeNumber } from "../../api/content/entry-place.ts";
import type { Entry } from "../../api/content/entry.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import type { TimeState } from "../../api/publishing/entry-times.ts";
import type { Site } from "../../api/sites.ts";
import type { PersonHere } from "../../live/use-presence.ts";
import { useMedia } from "../../shell/use-media.ts";
import { usePreviewBeside } from "../../shell/use-preview-beside.ts";
import type { PublishState } from "../publishing/use-publish-state.tsx";
import type { EntryEdits } from "../use-entry-edits.ts";
import { ChangeRequestSide } from "./change-request-side.tsx";
import { ChangeRequestsSection } from "./change-requests-section.tsx";
import { DatesSection } from "./dates-section.tsx";
import { Drawer } from "./drawer.tsx";
import { focusFieldFromPreview, scrollForm, watchForm } from "./form-scroll.ts";
import { LastChanges } from "./last-changes.tsx";
import { PresenceSection } from "./presence-section.tsx";
import { Problems } from "./problems-section.tsx";
import type { ScrollPlace } from "./scroll-place.ts";
import { SlugSection } from "./slug-section.tsx";
import { useSyncedScroll } from "./use-synced-scroll.ts";
import { UsedIn } from "./used-in.tsx";
import styles from "./side.module.css";

/** Renders the preview next to the form. */
export type Preview = ComponentType<{
  readonly schema: TypeSchema;
  readonly entry: Entry;
  readonly site: Site;
  readonly form: AdjacentForm;
}>;

/** Connects a preview with the form next to it. */
interface AdjacentForm {
  readonly onField: (path: string) => void;
  readonly scrollTo: (place: ScrollPlace) => void;
  readonly watch: (listener: (place: ScrollPlace) => void) => () => void;
}

const FORM: AdjacentForm = {
  onField: focusFieldFromPreview,
  scrollTo: scrollForm,
  watch: watchForm,
};

interface EntrySideProps {
  readonly type: string;
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  readonly edits: EntryEdits;
  /** Other users who have the entry open. */
  readonly people: readonly PersonHere[];
  readonly state: PublishState;
  readonly times: readonly TimeState[];
  readonly site: Site;
  readonly preview: Preview;
  readonly onSchedule: () => void;
}

/** The panel next to the form: the preview if requested, otherwise information about the entry. */
export function EntrySide(props: EntrySideProps): ReactNode {
  const { schema, entry, site, preview: Shown } = props;
  const { isBeside } = usePreviewBeside();
  if (!isBeside || entry === undefined) return <Facts {...props} />;
  return <SyncedPreview schema={schema} entry={entry} site={site} preview={Shown} />;
}

interface SyncedPreviewProps extends Pick<EntrySideProps, "schema" | "site"> {
  readonly entry: Entry;
  readonly preview: Preview;
}

/** The preview, scrolled in sync with the form. */
function SyncedPreview({ preview: Shown, ...previewed }: SyncedPreviewProps): ReactNode {
  useSyncedScroll();
  return <Shown {...previewed} form={FORM} />;
}

/** Problems, URL, dates, people, references, and latest changes. */
function Facts(props: EntrySideProps): ReactNode {
  const { type, schema, entry, site, edits, times, onSchedule } = props;
  const change = useChangeNumber();
  const mayWrite = site.role !== "view";
  const { formatMessage } = useIntl();
  const label = formatMessage({ id: "side.label" });
  const isDrawer = useMedia("(min-width: 1024px) and (max-width: 1279px)");
  const sections = (
    <>
      {mayWrite && <Problems toFix={props.state.open} toKnow={props.state.toKnow} />}
      {change === undefined && entry !== undefined && <ChangeRequestsSection entry={entry} />}
      {change !== undefined && (
        <ChangeRequestSide change={change} entry={entry} fields={schema.fields} />
      )}
      {schema.kind === "list" && (
        <SlugSection type={type} schema={schema} entry={entry} edits={edits} mayWrite={mayWrite} />
      )}
      {entry !== undefined && change === undefined && (
        <>
          <DatesSection entry={entry} times={times} mayWrite={mayWrite} onSchedule={onSchedule} />
          <PresenceSection people={props.people} fields={schema.fields} />
          <UsedIn entry={entry} />
          <LastChanges entry={entry} />
        </>
      )}
    </>
  );
  if (isDrawer) return <Drawer label={label}>{sections}</Drawer>;
  return (
    <aside className={styles["side"]} aria-label={label}>
      {sections}
    </aside>
  );
}
