import { lazy, type ReactNode, Suspense, useState } from "react";
import { FormattedMessage } from "react-intl";
import { useCollectEntries } from "../../api/content/bulk.ts";
import type { EntrySummary } from "../../api/content/entries.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";

const BulkDialog = lazy(async () => ({
  default: (await import("../../entries/bulk/bulk-dialog.tsx")).BulkDialog,
}));

const CHANGED = { state: "changed", search: "", order: "-updatedAt" } as const;

/** Publishes all changes after reviewing them. */
export function PublishChanges(): ReactNode {
  const collect = useCollectEntries({ thumbnails: true });
  const [entries, setEntries] = useState<readonly EntrySummary[]>();
  return (
    <>
      <Refusal error={collect.error} />
      <Button
        look="primary"
        isWorking={collect.isPending}
        onPress={() => !collect.isPending && collect.mutate(CHANGED, { onSuccess: setEntries })}
        data-publishes
      >
        <FormattedMessage id="home.publishChanges" />
      </Button>
      <Suspense>
        {entries !== undefined && (
          <BulkDialog plan={{ act: "publish", entries }} onClose={() => setEntries(undefined)} />
        )}
      </Suspense>
    </>
  );
}
