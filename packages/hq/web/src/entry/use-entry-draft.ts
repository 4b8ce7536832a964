import { useMemo, useState } from "react";
import type { Entry, FieldValues } from "../api/entry.ts";

export interface EntryDraft {
  readonly values: FieldValues;
  /** What differs from what is saved; null for what was taken away. */
  readonly changes: FieldValues;
  readonly isChanged: boolean;
  /** The version that the changes were begun on: what others saved since is merged by HQ. */
  readonly version: string | undefined;
  readonly set: (apiId: string, value: unknown) => void;
  /** Takes note that these changes are saved now; what was typed since stays to be saved. */
  readonly settle: (sent: FieldValues, saved: Entry) => void;
}

interface Edits {
  readonly version: string | undefined;
  readonly values: FieldValues;
}

const NONE: Edits = { version: undefined, values: {} };

/** What is being written of an entry. It stays whatever else becomes of the entry meanwhile. */
export function useEntryDraft(entry: Entry | undefined): EntryDraft {
  const [edits, setEdits] = useState(NONE);
  const saved = entry?.fields;
  const latest = entry?.version;
  return useMemo(() => {
    const changes = changesOf(edits.values, saved ?? {});
    const isChanged = Object.keys(changes).length > 0;
    return {
      values: { ...saved, ...edits.values },
      changes,
      isChanged,
      version: isChanged ? edits.version : latest,
      set(apiId, value) {
        setEdits((before) => ({
          version: isChanged ? before.version : latest,
          values: { ...before.values, [apiId]: value },
        }));
      },
      settle(sent, { version }) {
        setEdits((before) => ({
          version,
          values: Object.fromEntries(
            Object.entries(before.values).filter(
              ([apiId, value]) => !(apiId in sent && isSame(valueToSend(value), sent[apiId])),
            ),
          ),
        }));
      },
    };
  }, [edits, saved, latest]);
}

function changesOf(edited: FieldValues, saved: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(edited)
      .map(([apiId, value]) => [apiId, valueToSend(value)] as const)
      .filter(([apiId, value]) => !isSame(value, saved[apiId] ?? null)),
  );
}

/** Null takes a value away; a place in a list that was added and not filled is none. */
function valueToSend(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  const items: readonly unknown[] = value.filter((item) => item !== "" && item !== undefined);
  return items.length === 0 ? null : items;
}

/** Values are what JSON can say, and each has one order of keys. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
