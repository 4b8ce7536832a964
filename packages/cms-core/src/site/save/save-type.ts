import { CmsError, type Issue } from "../../base/errors.ts";
import {
  isSameVersion,
  parseTypeFile,
  printTypeFile,
  printVersionFile,
} from "../../content/schema/type-file.ts";
import { validateType } from "../../content/schema/validate-type.ts";
import { typePath, versionPath } from "../../content/site/layout.ts";
import { mergeTypes } from "../../merge/site/merge-types.ts";
import type { ContentType, SchemaVersion } from "../../model/content-type.ts";
import { checkTargets, checkTypeChange } from "../../schema/check-type-change.ts";
import type { TypeState } from "../read/file-facts.ts";
import { readPublishedVersions } from "../read/published-versions.ts";
import { readBase } from "../read/read-site.ts";
import { writeFiles } from "./apply-files.ts";
import { requireType, type SaveOptions, staleConflict } from "./save-rules.ts";
import type { SiteWriter } from "./site-writer.ts";

export interface SaveTypeOptions extends SaveOptions {
  /** Blob of the edited `type.yml`. Changes that others saved since are merged with this edit. */
  readonly base?: string;
  /** Whether the API id must not exist yet. */
  readonly isNew?: boolean;
}

/**
 * Writes a type's working schema into its file and keeps comments. Published parts are fixed: `checkTypeChange`.
 *
 * @throws CmsError `invalid_schema`, `api_id_fixed`, or a name's code, with every issue; `stale` if changes saved since
 * `base` conflict; `id_taken` for a new type whose API id exists
 */
export async function saveType(
  writer: SiteWriter,
  asked: ContentType,
  { actor, message, base, isNew = false }: SaveTypeOptions,
): Promise<TypeState> {
  return writer.lock.exclusive(async () => {
    await writeFiles(writer, async () => {
      const { head } = writer.index();
      const state = writer.index().typeState(asked.apiId);
      if (isNew && state !== undefined) refuse([apiIdTakenIssue(asked.apiId)]);
      const path = typePath(asked.apiId);
      const previous = await writer.repository.readPath(head, path);
      const type =
        base === undefined ? asked : await mergeSavedType(writer, asked, { base, previous });
      refuse(validateType(type));
      refuse(checkTypeChange(type, await knownVersions(writer, type.apiId)));
      const action = state === undefined ? "create-type" : "update-type";
      return {
        files: new Map([[path, printTypeFile(type, previous?.bytes)]]),
        actor,
        message:
          message ?? `${state === undefined ? "Create" : "Update"} content type ${type.apiId}`,
        trailers: { "Loam-Action": action },
      };
    });
    return requireType(writer.index(), asked.apiId);
  });
}

function apiIdTakenIssue(apiId: string): Issue {
  const message = `A content type "${apiId}" already exists.`;
  return { code: "id_taken", message, field: "apiId" };
}

/** @throws CmsError `stale` if both changed the same property, or the type was deleted */
async function mergeSavedType(
  { repository }: SiteWriter,
  ours: ContentType,
  {
    base,
    previous,
  }: {
    readonly base: string;
    readonly previous: { readonly oid: string; readonly bytes: Uint8Array } | undefined;
  },
): Promise<ContentType> {
  if (previous?.oid === base) return ours;
  const versions = { base, current: previous?.oid ?? null };
  if (previous === undefined) throw staleConflict("content type", versions, []);
  const path = typePath(ours.apiId);
  const edited = await readBase(repository, base, (bytes) => parseTypeFile(bytes, path));
  const theirs = parseTypeFile(previous.bytes, path);
  const { merged, conflicts } = mergeTypes({ base: edited, ours, theirs });
  if (conflicts.length > 0) throw staleConflict("content type", versions, conflicts);
  return merged;
}

/**
 * Returns the versions that a working schema must not contradict: those of the site and, for a recreated type, those in
 * the history, because its API id is the same public URL.
 */
async function knownVersions(
  { repository, index }: SiteWriter,
  apiId: string,
): Promise<readonly SchemaVersion[]> {
  const held = [...(index().typeState(apiId)?.versions.values() ?? [])];
  return held.length > 0 ? held : readPublishedVersions(repository, index().site, apiId);
}

/**
 * Freezes a type's working schema as its next version, or returns the newest one if nothing changed since. Numbers,
 * ids, and API ids of deleted version files aren't reused. Those files are restored, so that every entry is read with
 * its own version.
 *
 * @throws CmsError `content_type_not_found`, `invalid_schema`, `api_id_fixed`
 */
export async function publishSchema(
  writer: SiteWriter,
  apiId: string,
  { actor, message }: SaveOptions,
): Promise<SchemaVersion> {
  return writer.lock.exclusive(async () => {
    let version: SchemaVersion | undefined;
    await writeFiles(writer, async () => {
      const { repository, index } = writer;
      const state = requireType(index(), apiId);
      const publishedVersions = await readPublishedVersions(repository, index().site, apiId);
      const { frozen, next } = planVersion(state, publishedVersions);
      refuse(validateType(state.type));
      refuse(checkTypeChange(state.type, [...frozen, ...publishedVersions]));
      const isType = (target: string): boolean => index().typeState(target) !== undefined;
      refuse(checkTargets(state.type, { latest: state.latest, isType }));
      version = next;
      const files = [...frozen, next].filter(({ version: n }) => !state.versions.has(n));
      return {
        files: new Map(
          files.map((file) => [versionPath(apiId, file.version), printVersionFile(file)]),
        ),
        actor,
        message: message ?? `Publish the schema of ${apiId}, version ${next.version}`,
        trailers: { "Loam-Action": "publish-schema" },
      };
    });
    if (version !== undefined) return version;
    throw new CmsError("internal", "A schema was published without a version.");
  });
}

interface VersionPlan {
  /** The versions that the site has or had, one for each number. */
  readonly frozen: readonly SchemaVersion[];
  readonly next: SchemaVersion;
}

function planVersion(
  { type, latest, versions }: TypeState,
  ever: readonly SchemaVersion[],
): VersionPlan {
  const numbers = new Map([...ever, ...versions.values()].map((one) => [one.version, one]));
  const newest = Math.max(0, ...numbers.keys());
  const same = latest?.version === newest && isSameVersion({ ...type, version: newest }, latest);
  return {
    frozen: [...numbers.values()],
    next: same ? latest : { ...type, version: newest + 1 },
  };
}

function refuse(issues: readonly Issue[]): void {
  const [first] = issues;
  if (first !== undefined) throw new CmsError(first.code, first.message, { issues });
}
