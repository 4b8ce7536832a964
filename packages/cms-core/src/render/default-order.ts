/** The system keys of a published entry, by which entries are ordered and found. */
export interface EntryHead {
  readonly id: string;
  /** API id of its content type. */
  readonly type: string;
  readonly slug: string;
  /** ISO 8601 UTC with milliseconds, as all times here. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string;
  readonly sortOrder: number;
}

type Ordered = Pick<EntryHead, "id" | "publishedAt" | "sortOrder">;

/** The default order: `sortOrder` ascending, then the newest published, then `id`. */
export function compareEntries(a: Ordered, b: Ordered): number {
  return (
    a.sortOrder - b.sortOrder ||
    compareText(b.publishedAt, a.publishedAt) ||
    compareText(a.id, b.id)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
