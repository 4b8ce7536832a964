import type { LedgerRecord } from "../model/ledger.ts";

/** Of an entry that moves again and again, those that are known longest are forgotten. */
const MOST = 20;

/** What a record says of the slugs at which its entry was live before, once it is live at another one or the same. */
export function formerSlugs(
  slug: string,
  previous: LedgerRecord | undefined,
): Pick<LedgerRecord, "formerSlugs"> {
  if (previous === undefined) return {};
  const known = new Set([...(previous.formerSlugs ?? []), previous.slug]);
  known.delete(slug);
  return known.size === 0 ? {} : { formerSlugs: [...known].slice(-MOST) };
}
