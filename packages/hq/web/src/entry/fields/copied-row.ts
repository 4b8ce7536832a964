import { useSyncExternalStore } from "react";
import type { Field } from "../../api/content/schema.ts";

type Row = Readonly<Record<string, unknown>>;

/** A row that was copied, and of what shape it was. */
interface CopiedRow {
  readonly shape: string;
  readonly row: Row;
}

let copied: CopiedRow | undefined;
const listeners = new Set<() => void>();

export function copyRow(field: Field, { id: _id, ...row }: Row): void {
  copied = { shape: shapeOf(field), row };
  for (const listener of listeners) listener();
}

/** The row that was copied last, where it fits into a field: also from another entry. */
export function useCopiedRow(field: Field): Row | undefined {
  const latest = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => copied,
  );
  return latest?.shape === shapeOf(field) ? latest.row : undefined;
}

function shapeOf({ fields = [] }: Field): string {
  return fields
    .map(({ apiId, type, multiple }) => `${apiId} ${type} ${String(multiple)}`)
    .join("\n");
}
