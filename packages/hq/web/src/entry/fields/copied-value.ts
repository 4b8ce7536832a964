import { useSyncExternalStore } from "react";
import type { Field } from "../../api/content/schema.ts";

type Row = Readonly<Record<string, unknown>>;

/** What was copied, and of what shape it was. */
interface Copied {
  readonly shape: string;
  readonly value: unknown;
}

let copied: Copied | undefined;
const listeners = new Set<() => void>();

export function copyRow(field: Field, { id: _id, ...row }: Row): void {
  copy({ shape: shapeOfRow(field), value: row });
}

/** The row that was copied last, where it fits into a field: also from another entry. */
export function useCopiedRow(field: Field): Row | undefined {
  const latest = useCopied();
  const { value } = latest ?? {};
  if (latest?.shape !== shapeOfRow(field)) return undefined;
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}

/** Copies the whole value of a field. */
export function copyField(field: Field, value: unknown): void {
  copy({ shape: shapeOf(field), value });
}

/** The value that was copied last, where it fits into a field: also from another entry. */
export function useCopiedField(field: Field): { readonly value: unknown } | undefined {
  const latest = useCopied();
  return latest?.shape === shapeOf(field) ? latest : undefined;
}

function copy(next: Copied): void {
  copied = next;
  for (const listener of listeners) listener();
}

function useCopied(): Copied | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => copied,
  );
}

function shapeOfRow({ fields = [] }: Field): string {
  return `row ${fields.map((field) => `${field.apiId} ${shapeOf(field)}`).join(" ")}`;
}

/** Fields of one shape can have one another's values. */
function shapeOf(field: Field): string {
  const { type, multiple, accept, to, options } = field;
  const values = options?.map(({ value }) => value);
  const inner = type === "repeat" ? shapeOfRow(field) : "";
  return JSON.stringify([type, multiple, accept, to, values, inner]);
}
