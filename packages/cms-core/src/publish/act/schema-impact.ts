import { CmsError, type Issue } from "../../base/errors.ts";
import { isSameVersion } from "../../content/schema/type-file.ts";
import { validateType } from "../../content/schema/validate-type.ts";
import type { ContentType, SchemaVersion } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import { LIMITS } from "../../model/limits.ts";
import { checkTargets, checkTypeChange } from "../../schema/check-type-change.ts";
import { diffTypes, type SchemaChange } from "../../schema/diff-types.ts";
import { entryEffects, type EntryEffect } from "../../schema/entry-effects.ts";
import type { TypeState } from "../../site/read/file-facts.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { readAlts } from "../branch/published-diff.ts";
import type { LiveSite } from "../live/live-site.ts";
import { planRepublish, type RepublishPlan } from "./plan-republish.ts";

/** Number of entries read between yields to the event loop. */
const BATCH = 100;

/** Effect of a new schema on a group of entries of `main`. */
export interface SchemaEffect extends EntryEffect {
  readonly count: number;
  /** Ids of the first 20 entries. */
  readonly ids: readonly string[];
}

/** Effect of publishing the working schema of a type. */
export interface SchemaImpact {
  readonly apiId: string;
  /** The newest published version; 0 if there isn't one. */
  readonly version: number;
  readonly changes: readonly SchemaChange[];
  /** Why the schema cannot be published; nothing else is checked in that case. */
  readonly issues: readonly Issue[];
  /** Number of entries of `main` that were checked. */
  readonly entries: number;
  readonly effects: readonly SchemaEffect[];
  readonly republish: RepublishPlan;
}

export interface SchemaImpactOptions {
  /** The current live site. */
  readonly live: LiveSite;
  /** @default the working schema on `main` */
  readonly type?: ContentType;
}

const NOTHING: RepublishPlan = { entries: [], files: [], refused: [] };

/**
 * Returns what publishing a working schema would mean: which entries of `main` would be refused at their next publish,
 * which values would be hidden, and which files would change if all live entries were republished. Publishing the
 * schema itself changes no entry.
 *
 * @throws CmsError `content_type_not_found`
 */
export async function schemaImpact(
  store: SiteStore,
  apiId: string,
  { live, type: wanted }: SchemaImpactOptions,
): Promise<SchemaImpact> {
  const state = store.type(apiId);
  if (state === undefined) {
    throw new CmsError("content_type_not_found", `There is no content type "${apiId}".`);
  }
  const { latest } = state;
  const type = wanted ?? state.type;
  const changes = diffTypes(latest, type);
  const isType = (target: string): boolean => store.type(target) !== undefined;
  const issues = [
    ...validateType(type),
    ...checkTypeChange(type, state.versions.values()),
    ...checkTargets(type, { latest, isType }),
  ];
  const known = { apiId, version: latest?.version ?? 0, changes, issues };
  if (issues.length > 0) return { ...known, entries: 0, effects: [], republish: NOTHING };
  const { entries, effects } = await readEffects(store, state, type);
  const republish = await planRepublish(store, live, nextVersion(latest, type));
  return { ...known, entries, effects, republish };
}

function nextVersion(latest: SchemaVersion | undefined, type: ContentType): SchemaVersion {
  if (latest === undefined) return { ...type, version: 1 };
  const same = isSameVersion({ ...type, version: latest.version }, latest);
  return same ? latest : { ...type, version: latest.version + 1 };
}

/** Fields keep their ids, so any schema of a type can describe the values. */
async function createAltLookup(
  store: SiteStore,
  entries: readonly Entry[],
  schemas: readonly (ContentType | undefined)[],
): Promise<(id: string) => string | undefined> {
  const described = entries.flatMap(({ values }) =>
    schemas.flatMap((schema) => (schema === undefined ? [] : { values, fields: schema.fields })),
  );
  const alts = await readAlts(store.repository, described, store.mediaBlob);
  return (id) => alts.get(id);
}

async function readEffects(
  store: SiteStore,
  { versions, latest }: TypeState,
  to: ContentType,
): Promise<Pick<SchemaImpact, "entries" | "effects">> {
  const found = new Map<string, EntryEffect & { readonly ids: string[] }>();
  const refs = store.entries(to.apiId);
  const typeOf = (id: string): string | undefined => store.entryById(id)?.type;
  let count = 0;
  for (let at = 0; at < refs.length; at += BATCH) {
    const entries = await store.readEntries(refs.slice(at, at + BATCH));
    const altOf = await createAltLookup(store, entries, [latest, to]);
    for (const entry of entries) {
      const from = versions.get(entry.schema);
      if (from === undefined || latest === undefined) continue;
      count += 1;
      for (const effect of entryEffects(entry, { from, latest, to, typeOf, altOf })) {
        const key = `${effect.kind} ${effect.field}`;
        const known = found.get(key) ?? { ...effect, ids: [] };
        known.ids.push(entry.id);
        found.set(key, known);
      }
    }
  }
  const effects = [...found.values()].map(({ kind, field, ids }) => {
    return { kind, field, count: ids.length, ids: ids.slice(0, LIMITS.issuesReported) };
  });
  return { entries: count, effects };
}
