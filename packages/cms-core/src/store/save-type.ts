import { CmsError, type Issue } from "../base/errors.ts";
import { typePath, versionPath } from "../content/layout.ts";
import { printTypeFile } from "../content/type-file.ts";
import { validateType } from "../content/validate-type.ts";
import { printVersionFile } from "../content/version-file.ts";
import type { ContentType, SchemaVersion } from "../model/content-type.ts";
import { checkTypeChange } from "../schema/check-type-change.ts";
import { writeFiles } from "./apply-files.ts";
import type { TypeState } from "./file-facts.ts";
import { requireType, type SaveOptions } from "./save-entry.ts";
import type { SiteWriter } from "./site-writer.ts";

/**
 * Writes a type's working schema into its file, whose comments stay. What was published is fixed:
 * `checkTypeChange`.
 *
 * @throws CmsError `invalid_schema`, `api_id_fixed` or a name's code, with every issue
 */
export async function saveType(
  writer: SiteWriter,
  type: ContentType,
  { actor, message }: SaveOptions,
): Promise<TypeState> {
  return writer.gate.exclusive(async () => {
    await writeFiles(writer, async () => {
      const { head } = writer.index();
      const state = writer.index().typeState(type.apiId);
      refuse([...validateType(type), ...checkTypeChange(type, state?.versions.values() ?? [])]);
      const path = typePath(type.apiId);
      const previous = await writer.repository.readPath(head, path);
      const action = state === undefined ? "create-type" : "update-type";
      return {
        files: new Map([[path, printTypeFile(type, previous?.bytes)]]),
        actor,
        message:
          message ?? `${state === undefined ? "Create" : "Update"} content type ${type.apiId}`,
        trailers: { "Loam-Action": action },
      };
    });
    return requireType(writer.index(), type.apiId);
  });
}

/**
 * Freezes a type's working schema as its next version, or returns the newest one when nothing
 * changed since.
 *
 * @throws CmsError `content_type_not_found`, `invalid_schema`, `api_id_fixed`
 */
export async function publishSchema(
  writer: SiteWriter,
  apiId: string,
  { actor, message }: SaveOptions,
): Promise<SchemaVersion> {
  return writer.gate.exclusive(async () => {
    let version: SchemaVersion | undefined;
    await writeFiles(writer, () => {
      const state = requireType(writer.index(), apiId);
      refuse([
        ...validateType(state.type),
        ...checkTypeChange(state.type, state.versions.values()),
      ]);
      version = nextVersion(state);
      return {
        files: new Map([[versionPath(apiId, version.version), printVersionFile(version)]]),
        actor,
        message: message ?? `Publish the schema of ${apiId}, version ${version.version}`,
        trailers: { "Loam-Action": "publish-schema" },
      };
    });
    return version ?? nextVersion(requireType(writer.index(), apiId));
  });
}

function nextVersion({ type, latest, versions }: TypeState): SchemaVersion {
  const same =
    latest !== undefined && printed({ ...type, version: latest.version }) === printed(latest);
  return same ? latest : { ...type, version: Math.max(0, ...versions.keys()) + 1 };
}

function printed(version: SchemaVersion): string {
  return Buffer.from(printVersionFile(version)).toString();
}

function refuse(issues: readonly Issue[]): void {
  const [first] = issues;
  if (first !== undefined) throw new CmsError(first.code, first.message, { issues });
}
