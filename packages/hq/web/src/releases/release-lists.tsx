import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { type Release, useReleases } from "../api/publishing/releases.ts";
import type { MessageId } from "../messages/messages.ts";
import { Button } from "../ui/button.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { FailedEntries } from "./failed-entries.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";
import { ReleaseLine } from "./release-line.tsx";
import { ScheduledEntries } from "./scheduled-entries.tsx";
import styles from "./releases.module.css";

/** Failed, upcoming, and past releases, and individually scheduled entries. */
export function ReleaseLists({ mayWrite }: { readonly mayWrite: boolean }): ReactNode {
  const { data, error } = useReleases();
  const [isNew, setIsNew] = useState(false);
  if (data === undefined) return <Loading error={error} />;
  const failed = data.filter(({ state }) => state === "failed");
  const past = data.filter(({ state }) => state === "published");
  const coming = data
    .filter(({ state }) => state === "open" || state === "scheduled")
    .toSorted((one, other) => dueTime(one) - dueTime(other));
  return (
    <div className={styles["columns"]}>
      <div className={styles["lists"]}>
        {mayWrite && (
          <div>
            <Button look="primary" onPress={() => setIsNew(true)}>
              <Plus size={15} aria-hidden="true" />
              <FormattedMessage id="releases.new" />
            </Button>
          </div>
        )}
        <Section title="releases.failed" releases={failed} mayWrite={mayWrite} />
        <FailedEntries />
        <Section title="releases.coming" releases={coming} mayWrite={mayWrite} />
        <Section title="releases.past" releases={past} mayWrite={mayWrite} />
        {data.length === 0 && (
          <p className={styles["soft"]}>
            <FormattedMessage id="releases.none" />
          </p>
        )}
      </div>
      <ScheduledEntries />
      {isNew && <ReleaseDialog onClose={() => setIsNew(false)} />}
    </div>
  );
}

interface SectionProps {
  readonly title: MessageId;
  readonly releases: readonly Release[];
  readonly mayWrite: boolean;
}

function Section({ title, releases, mayWrite }: SectionProps): ReactNode {
  if (releases.length === 0) return null;
  return (
    <section>
      <h2 className={styles["heading"]}>
        <FormattedMessage id={title} />
      </h2>
      <ul>
        {releases.map((release) => (
          <ReleaseLine key={release.id} release={release} mayWrite={mayWrite} />
        ))}
      </ul>
    </section>
  );
}

/** Returns the sort time. Releases without one come last. */
function dueTime({ publishAt }: Release): number {
  return publishAt === null ? Infinity : Date.parse(publishAt);
}
