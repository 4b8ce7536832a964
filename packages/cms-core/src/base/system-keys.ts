/** The keys that precede the fields of every published entry, in the specification's order. */
export const SYSTEM_KEYS = [
  "id",
  "slug",
  "createdAt",
  "updatedAt",
  "publishedAt",
  "sortOrder",
] as const;

export type SystemKey = (typeof SYSTEM_KEYS)[number];
