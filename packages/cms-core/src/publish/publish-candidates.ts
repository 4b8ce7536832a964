import { isCmsError, type Issue } from "../base/errors.ts";
import { parseEntryFile } from "../content/parse-entry.ts";
import type { SchemaVersion } from "../model/content-type.ts";
import type { Entry } from "../model/entry.ts";
import { upgradeEntry } from "../schema/upgrade-entry.ts";
import type { EntryRef, TypeState } from "../store/file-facts.ts";
import type { SiteStore } from "../store/site-store.ts";

/** An entry of `main` that is to be published by its type's newest published schema. */
export interface Candidate {
  readonly ref: EntryRef;
  /** As `schema` sees it. */
  readonly entry: Entry;
  readonly schema: SchemaVersion;
  /** The version that its file is written against, which it is read by. */
  readonly writtenBy: SchemaVersion;
}

/** What was found for each id: a candidate, or why there is none. */
export type Candidates = ReadonlyMap<string, Candidate | readonly Issue[]>;

/**
 * Reads entries of `main` for publishing. The newest published schema applies, whatever an entry was
 * written against: that is when a deleted field leaves and a renamed option shows.
 */
export async function readCandidates(
  store: SiteStore,
  ids: readonly string[],
): Promise<Candidates> {
  const found = new Map<string, Candidate | readonly Issue[]>();
  const known: { ref: EntryRef; state: TypeState; schema: SchemaVersion }[] = [];
  const copies = copiedFiles(store);
  for (const id of ids) {
    const ref = store.entryById(id);
    const state = ref && store.type(ref.type);
    const schema = state?.latest;
    const copied = ref && copies.get(ref.path);
    if (ref === undefined) found.set(id, [missing(id)]);
    else if (copied !== undefined) found.set(id, copied);
    else if (state === undefined || schema === undefined) found.set(id, [withoutSchema(ref)]);
    else known.push({ ref, state, schema });
  }
  const files = await store.repository.readBlobs(known.map(({ ref }) => ref.blob));
  for (const [index, { ref, state, schema }] of known.entries()) {
    found.set(ref.id, parse(files[index] ?? new Uint8Array(), ref, { state, schema }));
  }
  return found;
}

function parse(
  bytes: Uint8Array,
  ref: EntryRef,
  { state, schema }: { readonly state: TypeState; readonly schema: SchemaVersion },
): Candidate | readonly Issue[] {
  const { path, type, slug } = ref;
  try {
    const schemaOf = (version: number | undefined): SchemaVersion | undefined =>
      version === undefined ? schema : state.versions.get(version);
    const entry = parseEntryFile(bytes, { path, apiId: type, slug, schemaOf });
    const writtenBy = schemaOf(entry.schema) ?? schema;
    return { ref, entry: upgradeEntry(entry, writtenBy, schema), schema, writtenBy };
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const { code, message, issues } = error;
    return issues.length > 0 ? issues : [{ code, message, path }];
  }
}

/** Files whose id or slug another file has too: nobody can say which of them is meant. */
function copiedFiles(store: SiteStore): ReadonlyMap<string | undefined, readonly Issue[]> {
  const copies = store
    .problems()
    .filter(({ code }) => code === "id_taken" || code === "slug_taken");
  return Map.groupBy(copies, ({ path }) => path);
}

function missing(id: string): Issue {
  return { code: "content_not_found", message: `There is no entry ${id} on main.` };
}

function withoutSchema({ type, path }: EntryRef): Issue {
  const message = `The schema of "${type}" was never published, so its entries cannot be.`;
  return { code: "content_type_not_found", message, path };
}
