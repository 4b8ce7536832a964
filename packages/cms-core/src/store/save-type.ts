import { CmsError, type Issue } from "../base/errors.ts";
import { typePath, versionPath } from "../content/layout.ts";
import { printTypeFile } from "../content/type-file.ts";
import { validateType } from "../content/validate-type.ts";
import { printVersionFile } from "../content/version-file.ts";
import type { ContentType, SchemaVersion } from "../model/content-type.ts";
import type { Field } from "../model/field.ts";
import { writeFiles } from "./apply-files.ts";
import type { TypeState } from "./file-facts.ts";
import { requireType, type SaveOptions } from "./save-entry.ts";
import type { SiteWriter } from "./site-writer.ts";

/**
 * Writes a type's working schema. Its API id and kind, and the API ids of published fields, are
 * fixed.
 *
 * @throws CmsError `invalid_schema` with every issue
 */
export async function saveType(
  writer: SiteWriter,
  type: ContentType,
  { actor, message }: SaveOptions,
): Promise<TypeState> {
  return writer.gate.exclusive(async () => {
    await writeFiles(writer, () => {
      const state = writer.index().typeState(type.apiId);
      refuse([...validateType(type), ...fixedIssues(state, type)]);
      const action = state === undefined ? "create-type" : "update-type";
      return {
        files: new Map([[typePath(type.apiId), printTypeFile(type)]]),
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
 * @throws CmsError `content_type_not_found`, `invalid_schema`
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
      refuse([...validateType(state.type), ...fixedIssues(state, state.type)]);
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
  if (first !== undefined) throw new CmsError("invalid_schema", first.message, { issues });
}

function fixedIssues(state: TypeState | undefined, type: ContentType): Issue[] {
  if (state === undefined) return [];
  const issues: Issue[] = [];
  if (state.type.kind !== type.kind) {
    issues.push(issue(`The kind of "${type.apiId}" cannot change: it is ${state.type.kind}.`));
  }
  const wanted = fieldApiIds(type.fields);
  for (const version of state.versions.values()) {
    for (const [id, apiId] of fieldApiIds(version.fields)) {
      const now = wanted.get(id);
      if (now !== undefined && now !== apiId) {
        issues.push(issue(`The API id "${apiId}" of a published field cannot change.`, now));
        wanted.delete(id);
      }
    }
  }
  return issues;
}

/** API ids by internal id; fields of rows by both internal ids. */
function fieldApiIds(fields: readonly Field[], prefix = ""): Map<string, string> {
  const all = new Map<string, string>();
  for (const field of fields) {
    all.set(prefix + field.id, field.apiId);
    if (field.type !== "repeat") continue;
    for (const inner of fieldApiIds(field.fields, `${prefix}${field.id}.`)) all.set(...inner);
  }
  return all;
}

function issue(message: string, field?: string): Issue {
  return { code: "invalid_schema", message, ...(field === undefined ? {} : { field }) };
}
