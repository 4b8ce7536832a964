import { coalesce, createMutex } from "../../base/lock.ts";
import type { ContentType, ContentTypeKind } from "../../model/content-type.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteConfig } from "../../model/site.ts";
import type { QueryEntry } from "../../query/answer/query-entry.ts";
import type { QueryField, QuerySchema } from "../../query/ask/query-parameters.ts";
import {
  createQueryTable,
  makeQuerySite,
  type QuerySite,
  type QueryTable,
} from "../../query/table/query-table.ts";
import { renderIndex } from "../../render/render-index.ts";
import type { TypeState } from "../../site/read/file-facts.ts";
import {
  createDraftMedia,
  type DraftSource,
  renderDrafts,
  type RenderedDraft,
} from "./render-drafts.ts";

/** A content type with its working entries. */
export interface DraftType {
  readonly kind: ContentTypeKind;
  /** The newest published schema, or the working schema if none was published. */
  readonly schema: ContentType;
  /** Fields of the newest published schema, or of the working schema if none was published. */
  readonly fields: readonly QueryField[];
  /** In default order; never published entries come after the others. */
  readonly entries: readonly QueryEntry[];
}

/** The site as it would be if everything readable were published. */
export interface DraftSite {
  /** Tip of `main`. */
  readonly commit: string;
  readonly site: SiteConfig;
  readonly types: ReadonlyMap<string, DraftType>;
  /** The JSON of its entries contains references as `{"id"}`. */
  readonly tables: QuerySite & Pick<QuerySchema, "fieldsOf">;
  /** Returns a media record that an entry shows, by the folder of its public files. */
  readonly mediaIn: (folder: string) => MediaRecord | undefined;
}

/** Working content of a site for queries, loaded on first use. */
export interface Drafts {
  /**
   * Returns the content at the index's current state. Reads and renders only entries that changed since the last call.
   *
   * @throws CmsError `repository_broken`
   */
  follow(): Promise<DraftSite>;
}

export function createDrafts(source: DraftSource): Drafts {
  const { index } = source;
  const known = new Map<string, KnownType>();
  const media = createDraftMedia(source);
  let last: { readonly at: string; readonly site: DraftSite } | undefined;

  const place = (): string => `${index.heads().main} ${index.heads().published}`;

  async function follow(): Promise<DraftSite> {
    if (last?.at === place()) return last.site;
    let at: string;
    do {
      at = place();
      await followTypes(source, known, media);
      // A commit in the meantime may be reflected in only some of the types.
    } while (at !== place());
    const content = siteOf(index.heads().main ?? "", known);
    const site = { ...content, site: source.store.site(), mediaIn: media.inFolder };
    last = { at, site };
    return site;
  }

  return { follow: coalesce(createMutex(), follow) };
}

/** Index of drafts in the form of `api/index.json`, but without digests, which only published lists have. */
export function draftIndex({ site, commit, types }: DraftSite, publicUrl: string): string {
  const indexed = [...types.values()].map(({ schema, entries }) => ({
    schema,
    totalCount: entries.length,
    sha256: undefined,
    updatedAt: undefined,
  }));
  return renderIndex(indexed, { site, commit, publicUrl });
}

/** A type as last rendered. */
interface KnownType {
  readonly state: TypeState;
  readonly drafts: ReadonlyMap<string, RenderedDraft>;
  readonly table: QueryTable;
}

async function followTypes(
  source: DraftSource,
  known: Map<string, KnownType>,
  media: ReturnType<typeof createDraftMedia>,
): Promise<void> {
  const states = source.store.types();
  const names = new Set(states.map(({ type }) => type.apiId));
  for (const apiId of known.keys()) if (!names.has(apiId)) known.delete(apiId);
  for (const state of states) {
    const { apiId } = state.type;
    const before = known.get(apiId);
    const drafts = await renderDrafts(source, { state, media, before: before?.drafts });
    known.set(apiId, { state, drafts, table: tableOf(state, drafts, before) });
  }
}

/** Returns the same table for an unchanged type, because it caches its orders. */
function tableOf(
  state: TypeState,
  drafts: ReadonlyMap<string, RenderedDraft>,
  before: KnownType | undefined,
): QueryTable {
  const { fields } = state.latest ?? state.type;
  const entries = [...drafts.values()].map(({ entry }) => entry);
  const { table } = before ?? {};
  const isSame =
    table?.fields === fields &&
    table.rows.length === entries.length &&
    table.rows.every(({ entry }, at) => entry === entries[at]);
  return isSame ? table : createQueryTable(entries, { fields });
}

function siteOf(
  commit: string,
  known: ReadonlyMap<string, KnownType>,
): Omit<DraftSite, "mediaIn" | "site"> {
  const types = new Map<string, DraftType>();
  const tables = new Map<string, QueryTable>();
  for (const [apiId, { state, drafts, table }] of known) {
    tables.set(apiId, table);
    const { fields } = table;
    const entries = [...drafts.values()].map(({ entry }) => entry);
    const schema = state.latest ?? state.type;
    types.set(apiId, { kind: state.type.kind, schema, fields, entries });
  }
  const fieldsOf = (apiId: string): readonly QueryField[] | undefined => types.get(apiId)?.fields;
  return { commit, types, tables: { ...makeQuerySite(tables), fieldsOf } };
}
