import { hash } from "node:crypto";
import type { ContentCollection, SiteContent } from "./site-content.ts";

/** Digests of one entry: its id for pages, its digest, and those of its values by field. */
type EntryDigests = readonly [
  key: string,
  digest: string,
  fields: Readonly<Record<string, string>>,
];

export interface CollectionSnapshot {
  /** Digest of the type's fields, on which the processed values depend. */
  readonly schema: string;
  readonly positionKey: string;
  /** Entries in the published order. */
  readonly entries: readonly EntryDigests[];
}

/** The content as digests by collection, sufficient to detect changes later. */
export type ContentSnapshot = Readonly<Record<string, CollectionSnapshot>>;

/** @param previous snapshot from which unchanged parts are reused */
export function snapshotOf(content: SiteContent, previous: ContentSnapshot = {}): ContentSnapshot {
  const collections = [...content.collections.values()].map((collection) => [
    collection.name,
    collectionSnapshot(collection, previous[collection.name]),
  ]);
  return Object.fromEntries(collections);
}

function collectionSnapshot(
  { type, positionKey, entries }: ContentCollection,
  previous: CollectionSnapshot | undefined,
): CollectionSnapshot {
  const schema = digestOf([type.kind, type.fields]);
  const known = new Map(
    previous?.schema === schema ? previous.entries.map((entry) => [entry[0], entry]) : [],
  );
  const digests = [...entries].map(([key, { digest, data }]): EntryDigests => {
    const old = known.get(key);
    if (old?.[1] === digest) return old;
    const fields = Object.entries(data).map(([field, value]) => [field, digestOf(value)]);
    return [key, digest, Object.fromEntries(fields)];
  });
  return { schema, positionKey, entries: digests };
}

function digestOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value) ?? "", "base64url").slice(0, 12);
}
