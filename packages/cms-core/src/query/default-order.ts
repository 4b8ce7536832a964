import { memberStart, stringAt, valueEnd } from "./json-scan.ts";
import type { QueryEntry } from "./query-entry.ts";

/** What the default order goes by; a draft that was never published has no `publishedAt`. */
interface OrderHead {
  readonly id: string;
  readonly sortOrder: number;
  readonly publishedAt: string;
}

export function readHead(entry: QueryEntry | undefined): OrderHead {
  if (entry === undefined) return { id: "", sortOrder: 0, publishedAt: "" };
  const { id, json } = entry;
  const [order, time] = [memberStart(json, 0, "sortOrder"), memberStart(json, 0, "publishedAt")];
  return {
    id,
    sortOrder: order === -1 ? 0 : Number(json.slice(order, valueEnd(json, order))),
    publishedAt: time === -1 ? "" : stringAt(json, time, valueEnd(json, time)),
  };
}

/** `sortOrder` ascending, then the newest published, then `id` (notes of the read API, section 8). */
export function compareHeads(a: OrderHead, b: OrderHead): number {
  return (
    a.sortOrder - b.sortOrder ||
    compareText(b.publishedAt, a.publishedAt) ||
    compareText(a.id, b.id)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
