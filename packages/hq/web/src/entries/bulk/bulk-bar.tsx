import { X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { type BulkAct, type BulkPlan, useCollectEntries } from "../../api/content/bulk.ts";
import type { EntryList, EntrySummary } from "../../api/content/entries.ts";
import { useSite } from "../../api/sites.ts";
import { Refusal } from "../../ui/notes/refusal.tsx";
import styles from "./bulk.module.css";

const BulkDialog = lazy(async () => ({ default: (await import("./bulk-dialog.tsx")).BulkDialog }));

const AddToRelease = lazy(async () => ({
  default: (await import("../../releases/add-to-release/add-to-release.tsx")).AddToRelease,
}));

const ACTS = [
  "publish",
  "schedule",
  "unpublish",
  "duplicate",
  "delete",
] as const satisfies readonly BulkAct[];

/** Actions that change `main` directly. */
const SAVES: ReadonlySet<BulkAct> = new Set(["duplicate", "delete"]);

interface BulkBarProps {
  /** The selected entries, or `all` entries of the list including those not loaded. */
  readonly chosen: readonly EntrySummary[] | "all";
  readonly list: EntryList;
  /** Number of entries in the list; undefined for a search with further pages. */
  readonly total: number | undefined;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/** Bulk actions for the selected entries. The result stays visible even if the entries have left the list. */
export function BulkBar({ chosen, list, total, onAll, onClear }: BulkBarProps): ReactNode {
  const { formatMessage } = useIntl();
  const [plan, setPlan] = useState<BulkPlan>();
  const [released, setReleased] = useState<readonly string[]>();
  const collect = useCollectEntries();
  const begin = async (act: BulkAct | "release"): Promise<void> => {
    if (collect.isPending) return;
    const entries = chosen === "all" ? await collect.mutateAsync(list) : chosen;
    if (act === "release") setReleased(entries.flatMap(({ id }) => id ?? []));
    else setPlan({ act, entries });
  };
  const acts = useOffered();
  const count = chosen === "all" ? total : chosen.length;
  return (
    <>
      <Refusal error={collect.error} />
      {chosen.length > 0 && (
        <div
          className={styles["bar"]}
          role="toolbar"
          aria-label={formatMessage({ id: "bulk.label" })}
        >
          <b className={styles["count"]} role="status">
            <Count count={count} isCollecting={collect.isPending} />
          </b>
          {chosen !== "all" && (total === undefined || total > chosen.length) && (
            <Button className={styles["all"] ?? ""} onPress={onAll}>
              {total === undefined ? (
                <FormattedMessage id="bulk.selectMatching" />
              ) : (
                <FormattedMessage id="bulk.selectAll" values={{ count: total }} />
              )}
            </Button>
          )}
          <span className={styles["acts"]}>
            {acts.map((act) => (
              <Button
                key={act}
                className={styles["act"] ?? ""}
                onPress={() => void begin(act).catch(() => undefined)}
              >
                <FormattedMessage id={`bulk.${act}`} />
              </Button>
            ))}
            <Button
              className={styles["act"] ?? ""}
              onPress={() => void begin("release").catch(() => undefined)}
            >
              <FormattedMessage id="plan.open" />
            </Button>
          </span>
          <Button
            className={styles["act"] ?? ""}
            aria-label={formatMessage({ id: "bulk.clear" })}
            onPress={onClear}
          >
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
      )}
      <Suspense>
        {released && <AddToRelease entries={released} onClose={() => setReleased(undefined)} />}
        {plan && (
          <BulkDialog
            plan={plan}
            onClose={(isDone) => {
              setPlan(undefined);
              if (isDone) onClear();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Returns the available actions. If changes must be reviewed, only those that don't change `main`. */
function useOffered(): readonly (typeof ACTS)[number][] {
  const { data: site } = useSite();
  return site?.reviewRequired === true ? ACTS.filter((act) => !SAVES.has(act)) : ACTS;
}

interface CountProps {
  readonly count: number | undefined;
  /** Whether all pages of the list are being loaded. */
  readonly isCollecting: boolean;
}

function Count({ count, isCollecting }: CountProps): ReactNode {
  if (isCollecting) return <FormattedMessage id="bulk.collecting" />;
  if (count === undefined) return <FormattedMessage id="bulk.allSelected" />;
  return <FormattedMessage id="bulk.selected" values={{ count }} />;
}
