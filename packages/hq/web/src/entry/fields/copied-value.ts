import { useSyncExternalStore } from "react";
import type { Field } from "../../api/content/schema.ts";

type Row = Readonly<Record<string, unknown>>;

/** A copied value and its shape. */
interface Copied {
  readonly shape: string;
  readonly value: unknown;
}

let copied: Copied | undefined;
const listeners = new Set<() => void>();

export function copyRow(field: Field, { id: _id, ...row }: Row): void {
  copy({ shape: shapeOfRow(field), value: row });
}

/** Returns the last copied row if it fits the field. It can come from another entry. */
export function useCopiedRow(field: Field): Row | undefined {
  const latest = useCopied();
  const { value } = latest ?? {};
  if (latest?.shape !== shapeOfRow(field)) return undefined;
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}

/** Copies the complete value of a field. */
export function copyField(field: Field, value: unknown): void {
  copy({ shape: shapeOf(field), value });
}

/** Returns the last copied field value if it fits the field. It can come from another entry. */
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

/** Returns the shape of a field. Fields of the same shape accept each other's values. */
function shapeOf(field: Field): string {
  const { type, multiple, accept, to, options } = field;
  const values = options?.map(({ value }) => value);
  const inner = type === "repeat" ? shapeOfRow(field) : "";
  return JSON.stringify([type, multiple, accept, to, values, inner]);
}
