import { CmsError, isCmsError } from "../../base/errors.ts";
import { newId } from "../../base/ids.ts";
import { isoInstant } from "../../base/instant.ts";
import { foldSlug } from "../../base/slug.ts";
import { checkSchedule, parseSchedule, type Schedule } from "../../content/entry/check-schedule.ts";
import { printEntryFile } from "../../content/entry/print-entry.ts";
import { validateEntry } from "../../content/entry/validate-entry.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import { upgradeEntry } from "../../schema/upgrade-entry.ts";
import { type EntryRef, kindOf, parseEntryAt, type TypeState } from "../read/file-facts.ts";
import { type AppliedFiles, writeFiles } from "./apply-files.ts";
import {
  checkSlugFree,
  chooseSlug,
  requireSchema,
  requireType,
  type SaveOptions,
  type SlugClaims,
  uniqueEntry,
} from "./save-rules.ts";
import type { SiteWriter } from "./site-writer.ts";
import { choosePath } from "./write-entry.ts";

/** The change to make to each of several entries. For schedules, an omitted time is removed. */
export type ManyChange =
  | { readonly kind: "delete" }
  | { readonly kind: "duplicate" }
  | { readonly kind: "schedule"; readonly schedule: Schedule };

export interface ChangeMany {
  readonly ids: readonly string[];
  readonly change: ManyChange;
}

/** Result for each entry; every id is in one of the two. */
export interface ChangedMany extends AppliedFiles {
  /** By id: the entry, or the copy created from it. */
  readonly done: ReadonlyMap<string, EntryRef>;
  readonly refused: ReadonlyMap<string, CmsError>;
}

const WORDS = { delete: "Delete", duplicate: "Duplicate", schedule: "Schedule" } as const;

/** Deletes, duplicates, or schedules entries in one commit. Applies to those for which it is possible. */
export async function changeMany(
  writer: SiteWriter,
  { ids, change }: ChangeMany,
  { actor, message, trailers = {} }: SaveOptions,
): Promise<ChangedMany> {
  const done = new Map<string, EntryRef>();
  const refused = new Map<string, CmsError>();
  const applied = await writer.lock.exclusive(async () =>
    writeFiles(writer, async () => {
      done.clear();
      refused.clear();
      const files = new Map<string, Uint8Array | null>();
      const claims: SlugClaims = new Set();
      for (const { id, ref, bytes } of await readMany(writer, new Set(ids), refused)) {
        try {
          const planned = planChange({ writer, claims, ref, bytes }, change);
          for (const [path, edit] of planned.files) files.set(path, edit);
          done.set(id, planned.ref);
        } catch (error) {
          if (!isCmsError(error)) throw error;
          refused.set(id, error);
        }
      }
      const count = done.size === 1 ? "an entry" : `${done.size} entries`;
      return {
        files,
        actor,
        message: message ?? `${WORDS[change.kind]} ${count}`,
        trailers: { "Loam-Action": change.kind, ...trailers },
        checked: true,
      };
    }),
  );
  return { ...applied, done, refused };
}

interface ReadEntry {
  readonly id: string;
  readonly ref: EntryRef;
  readonly bytes: Uint8Array;
}

async function readMany(
  { index, repository }: SiteWriter,
  ids: ReadonlySet<string>,
  refused: Map<string, CmsError>,
): Promise<readonly ReadEntry[]> {
  const refs = [...ids].flatMap((id) => {
    try {
      const ref = uniqueEntry(index(), id);
      if (ref !== undefined) return [{ id, ref }];
      refused.set(id, new CmsError("content_not_found", `There is no entry ${id}.`));
    } catch (error) {
      if (!isCmsError(error)) throw error;
      refused.set(id, error);
    }
    return [];
  });
  const files = await readFiles(repository, refs, ({ ref }) => ref.blob);
  return files.map(([{ id, ref }, bytes]) => ({ id, ref, bytes }));
}

interface Planned {
  readonly writer: SiteWriter;
  readonly claims: SlugClaims;
  readonly ref: EntryRef;
  readonly bytes: Uint8Array;
}

interface Plan {
  readonly ref: EntryRef;
  readonly files: ReadonlyMap<string, Uint8Array | null>;
}

/** @throws CmsError if the entry cannot be changed this way */
function planChange(planned: Planned, change: ManyChange): Plan {
  const { ref } = planned;
  switch (change.kind) {
    case "delete":
      return { ref, files: new Map([[ref.path, null]]) };
    case "duplicate":
      return planCopy(planned);
    case "schedule":
      return planSchedule(planned, change.schedule);
  }
}

function planSchedule({ writer, ref, bytes }: Planned, schedule: Schedule): Plan {
  const state = requireType(writer.index(), ref.type);
  const known = parseEntryAt(bytes, ref, state);
  const issues = checkSchedule(schedule, { now: writer.now(), known });
  if (issues.length > 0) throw new CmsError("invalid", "This schedule is invalid.", { issues });
  const { publishAt: _, unpublishAt: __, ...unscheduled } = known;
  const entry = { ...unscheduled, ...parseSchedule(schedule) };
  const after = printEntryFile(entry, writtenBy(known, state), { path: ref.path, previous: bytes });
  const blob = writer.repository.hashBlob(after);
  return { ref: { ...ref, blob }, files: new Map([[ref.path, after]]) };
}

/** The values keep the schema version that they were written with. */
function writtenBy({ schema }: Entry, state: TypeState): SchemaVersion {
  return state.versions.get(schema) ?? requireSchema(state);
}

function planCopy({ writer, claims, ref, bytes }: Planned): Plan {
  const { type } = ref;
  const state = requireType(writer.index(), type);
  if (kindOf(state) === "object") {
    throw new CmsError("conflict", `"${type}" is an object type and already has its entry.`);
  }
  const known = parseEntryAt(bytes, ref, state);
  const schema = requireSchema(state);
  const { values } = upgradeEntry(known, writtenBy(known, state), schema);
  const id = newId("entry");
  const wish = { writer, claims, input: { type, values }, id };
  const slug = chooseSlug(wish, state, undefined);
  const createdAt = isoInstant(writer.now());
  const entry: Entry = { id, type, slug, schema: schema.version, createdAt, values };
  const issues = validateEntry(entry, schema, { mode: "save" });
  if (issues.length > 0) {
    throw new CmsError("invalid_entry", "The entry does not match its schema.", { issues });
  }
  const claim = `${type}/${foldSlug(slug)}`;
  checkSlugFree(wish, slug, claim);
  claims.add(claim);
  const path = choosePath(writer.index(), { entry, schema, current: undefined });
  const copy = printEntryFile(entry, schema, { path });
  const blob = writer.repository.hashBlob(copy);
  return { ref: { id, type, slug, path, blob }, files: new Map([[path, copy]]) };
}
