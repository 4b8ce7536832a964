import { createHash } from "node:crypto";
import type { Issue } from "../../base/errors.ts";
import { createTimeSlice } from "../../base/lock.ts";
import type { ContentTypeKind, Field, SchemaVersion } from "../../model/content-type.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteConfig } from "../../model/site.ts";
import {
  dependenciesOf,
  type EntryTemplate,
  type FilledHole,
  partsOf,
} from "../../render/entry-template.ts";
import {
  changeList,
  type Chunks,
  EMPTY_LIST,
  type ListBody,
  type ListedEntry,
  listEntries,
  renderList,
} from "../../render/list-body.ts";
import { type PublicPlace, renderMedia } from "../../render/render-entry.ts";
import type { PublishedDelta } from "../branch/published-diff.ts";
import { emptySharedMap, type SharedMap } from "./shared-map.ts";

/** A media record of `published`, with its media object. */
interface LiveMedia {
  readonly record: MediaRecord;
  readonly json: string;
}

/** What the live site is rendered from, and its dependencies. */
export interface LiveGraph {
  /** By API id, then by number. */
  readonly schemas: ReadonlyMap<string, ReadonlyMap<number, SchemaVersion>>;
  readonly entries: SharedMap<LiveEntry>;
  /** What the JSON of each entry shows of other entries; empty for most. */
  readonly holes: SharedMap<readonly FilledHole[]>;
  /** Paths of the pinned files of live entries. */
  readonly pins: SharedMap<string>;
  /** Entry ids by `<api_id>/<slug>`. */
  readonly slugs: SharedMap<string>;
  /** Former live slugs by entry id. */
  readonly formerSlugs: SharedMap<readonly string[]>;
  readonly media: SharedMap<LiveMedia>;
  /** Entries by the entry that they reference in a field. */
  readonly referrers: BackReferences;
  /** Entries by the entry that they link to in a text. */
  readonly linkers: BackReferences;
  /** Entries by the media record that they show. */
  readonly mediaUsers: BackReferences;
}

/** Rendered content of one commit of `published`. Immutable; the next commit gets a new one. */
export interface LiveSite {
  /** Undefined if nothing was ever published. */
  readonly commit: string | undefined;
  readonly site: SiteConfig | undefined;
  /** `{public_storage_url}/{site_id}`. */
  readonly publicUrl: string;
  /** Every type with a published schema, by API id. */
  readonly types: ReadonlyMap<string, LiveType>;
  /** Finds a live entry by id, otherwise by slug. */
  find(apiId: string, idOrSlug: string): LiveEntry | undefined;
  /** Returns a live entry of any type. */
  entry(id: string): LiveEntry | undefined;
  readonly graph: LiveGraph;
  readonly damage: LiveDamage;
}

/** What cannot be read of a live site because it is damaged or lost in the repository. */
interface LiveDamage {
  /** By path on `published`; empty if nothing is damaged. */
  readonly issues: readonly Issue[];
  /** Whether live content is missing here. If so, absence proves nothing. */
  readonly incomplete: boolean;
}

const NO_DAMAGE: LiveDamage = { issues: [], incomplete: false };

type LiveSiteParts = Pick<LiveSite, "commit" | "site" | "publicUrl" | "types" | "graph" | "damage">;

export function makeLiveSite(parts: LiveSiteParts): LiveSite {
  const { entries, slugs } = parts.graph;
  const ofType = (apiId: string, id: string | undefined): LiveEntry | undefined => {
    const entry = id === undefined ? undefined : entries.get(id);
    return entry?.type === apiId ? entry : undefined;
  };
  return {
    ...parts,
    find: (apiId, idOrSlug) =>
      ofType(apiId, idOrSlug) ?? ofType(apiId, slugs.get(`${apiId}/${idOrSlug}`)),
    entry: (id) => entries.get(id),
  };
}

/** Returns the template that a live entry was rendered from. */
export function templateOf(
  { entries, holes }: Pick<LiveGraph, "entries" | "holes">,
  id: string,
): EntryTemplate | undefined {
  const head = entries.get(id);
  if (head === undefined) return undefined;
  const parts = partsOf(head.json, holes.get(id) ?? []);
  return { head, parts, ...dependenciesOf(parts) };
}

const NO_GRAPH: LiveGraph = {
  schemas: new Map(),
  entries: emptySharedMap(),
  holes: emptySharedMap(),
  pins: emptySharedMap(),
  slugs: emptySharedMap(),
  formerSlugs: emptySharedMap(),
  media: emptySharedMap(),
  referrers: emptySharedMap(),
  linkers: emptySharedMap(),
  mediaUsers: emptySharedMap(),
};

export function liveMedia(record: MediaRecord, place: PublicPlace): LiveMedia {
  return { record, json: renderMedia(record, place) };
}

/** Adds schemas to those by API id and number. */
export function addSchemas(
  known: LiveGraph["schemas"],
  added: readonly SchemaVersion[],
): LiveGraph["schemas"] {
  if (added.length === 0) return known;
  const schemas = new Map(known);
  for (const schema of added) {
    schemas.set(schema.apiId, new Map(schemas.get(schema.apiId)).set(schema.version, schema));
  }
  return schemas;
}

/** The live site before anything was published. */
export function emptyLiveSite(publicUrl: string): LiveSite {
  return makeLiveSite({
    commit: undefined,
    site: undefined,
    publicUrl,
    types: new Map(),
    graph: NO_GRAPH,
    damage: NO_DAMAGE,
  });
}

/** A published entry: its system keys, its JSON, and the digest of the JSON. */
export type LiveEntry = ListedEntry;

/** A content type of the live site: its latest published schema and its entries. */
export interface LiveType {
  readonly apiId: string;
  readonly kind: ContentTypeKind;
  readonly label: string;
  readonly fields: readonly Field[];
  readonly schema: SchemaVersion;
  /** In the default order; created on first access. */
  readonly entries: readonly LiveEntry[];
  readonly body: ListBody;
  /** False for an object type whose entry isn't published. */
  readonly hasFile: boolean;
  /** Returns the content of `api/<api_id>.json`; undefined if there is no such file. */
  file(): Chunks | undefined;
  /** Returns the SHA-256 of that file in lowercase hex; computed once, in slices. */
  fileSha256(): Promise<string | undefined>;
}

function makeLiveType(schema: SchemaVersion, body: ListBody): LiveType {
  let entries: readonly LiveEntry[] | undefined;
  let sha256: Promise<string | undefined> | undefined;
  const file = (): Chunks | undefined =>
    schema.kind === "list" ? renderList(body) : singleFile(body);
  return {
    apiId: schema.apiId,
    kind: schema.kind,
    label: schema.label,
    fields: schema.fields,
    schema,
    body,
    get entries() {
      entries ??= listEntries(body);
      return entries;
    },
    hasFile: schema.kind === "list" || body.totalCount > 0,
    file,
    fileSha256() {
      sha256 ??= sha256Of(file());
      return sha256;
    },
  };
}

function singleFile(body: ListBody): Chunks | undefined {
  const [entry] = listEntries(body);
  return entry === undefined ? undefined : [Buffer.from(entry.json)];
}

/** Maximum time that hashing blocks the event loop. */
const HASH_SLICE_MS = 2;

async function sha256Of(chunks: Chunks | undefined): Promise<string | undefined> {
  if (chunks === undefined) return undefined;
  const hash = createHash("sha256");
  const pause = createTimeSlice(HASH_SLICE_MS);
  for (const chunk of chunks) {
    hash.update(chunk);
    await pause();
  }
  return hash.digest("hex");
}

/** Increment it whenever the same commit of `published` would be rendered to other bytes. */
export const RENDERER_VERSION = 6;

/** Ids of dependent live entries by target id; unused targets have no key. */
type BackReferences = SharedMap<ReadonlySet<string>>;

export interface DependencyChange {
  readonly source: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Returns the back-references after dependencies of entries changed. */
export function changeBackReferences(
  known: BackReferences,
  changes: Iterable<DependencyChange>,
): BackReferences {
  const touched = new Map<string, Set<string>>();
  const usersOf = (target: string): Set<string> => {
    const users = touched.get(target) ?? new Set(known.get(target));
    touched.set(target, users);
    return users;
  };
  for (const { source, before, after } of changes) {
    for (const target of before) if (!after.includes(target)) usersOf(target).delete(source);
    for (const target of after) if (!before.includes(target)) usersOf(target).add(source);
  }
  return known.with(
    [...touched].map(([target, users]) => [target, users.size === 0 ? undefined : users] as const),
  );
}

export interface EntryChange {
  readonly before: LiveEntry | undefined;
  readonly after: LiveEntry | undefined;
}

export interface MediaChange {
  readonly before: MediaRecord | undefined;
  readonly after: MediaRecord | undefined;
}

/** Differences between the public content of two live sites. */
export interface LiveChanges {
  readonly entries: readonly EntryChange[];
  /** Records used by live entries. */
  readonly media: readonly MediaChange[];
  /** API ids of types whose list or schema changed. */
  readonly types: ReadonlySet<string>;
}

/** Returns the types of the site after entries changed. Unchanged types keep their identity. */
export function changeTypes(
  before: ReadonlyMap<string, LiveType>,
  schemas: LiveGraph["schemas"],
  changes: readonly EntryChange[],
): ReadonlyMap<string, LiveType> {
  const removed = Map.groupBy(
    changes.flatMap((change) => change.before ?? []),
    ({ type }) => type,
  );
  const added = Map.groupBy(
    changes.flatMap((change) => change.after ?? []),
    ({ type }) => type,
  );
  const types = new Map<string, LiveType>();
  for (const [apiId, versions] of schemas) {
    const latest = latestOf(versions);
    const known = before.get(apiId);
    const [remove = [], add = []] = [removed.get(apiId), added.get(apiId)];
    const same = remove.length + add.length === 0 && known?.schema === latest;
    const body = changeList(known?.body ?? EMPTY_LIST, { remove, add });
    types.set(apiId, same && known !== undefined ? known : makeLiveType(latest, body));
  }
  return types;
}

/** Returns the latest version of a type, which has at least one. */
function latestOf(versions: ReadonlyMap<number, SchemaVersion>): SchemaVersion {
  return [...versions.values()].reduce((a, b) => (a.version > b.version ? a : b));
}

export function changedTypes(
  before: ReadonlyMap<string, LiveType>,
  after: ReadonlyMap<string, LiveType>,
): ReadonlySet<string> {
  const ids = [...before.keys(), ...after.keys()];
  return new Set(ids.filter((apiId) => before.get(apiId) !== after.get(apiId)));
}

/** Returns the records that live entries started or stopped using, or that changed while in use. */
export function changedMedia(
  before: LiveGraph,
  after: LiveGraph,
  { media, entries }: Pick<PublishedDelta, "media" | "entries">,
): MediaChange[] {
  const ids = new Set(media.keys());
  for (const entry of entries.keys()) {
    for (const graph of [before, after]) {
      for (const id of dependenciesOf(graph.holes.get(entry) ?? []).media) ids.add(id);
    }
  }
  return [...ids]
    .map((id) => ({ before: inUse(before, id), after: inUse(after, id) }))
    .filter((change) => change.before !== change.after);
}

function inUse(graph: LiveGraph, id: string): MediaRecord | undefined {
  return graph.mediaUsers.has(id) ? graph.media.get(id)?.record : undefined;
}

/** Compares two independently loaded live sites, entry by entry. */
export function compareLiveSites(before: LiveSite, after: LiveSite): LiveChanges {
  return {
    entries: changedEntries(before, after),
    media: allChangedMedia(before.graph, after.graph),
    types: new Set([...before.types.keys(), ...after.types.keys()]),
  };
}

function changedEntries(before: LiveSite, after: LiveSite): EntryChange[] {
  const ids = unionOf(before.graph.entries, after.graph.entries);
  return ids
    .map((id) => ({ before: before.entry(id), after: after.entry(id) }))
    .filter(({ before: old, after: fresh }) => old !== fresh && old?.json !== fresh?.json);
}

function allChangedMedia(before: LiveGraph, after: LiveGraph): MediaChange[] {
  const ids = unionOf(before.mediaUsers, after.mediaUsers);
  return ids
    .map((id) => ({ before: recordOf(before, id), after: recordOf(after, id) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function recordOf({ mediaUsers, media }: LiveGraph, id: string): MediaChange["before"] {
  return mediaUsers.has(id) ? media.get(id)?.record : undefined;
}

function unionOf(a: SharedMap<unknown>, b: SharedMap<unknown>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])];
}
