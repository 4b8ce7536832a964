import { type Issue, readOr } from "../../base/errors.ts";
import { isSameVersion, parseVersionFile } from "../../content/schema/type-file.ts";
import { validateType } from "../../content/schema/validate-type.ts";
import { FORMAT_PATH } from "../../content/site/format-file.ts";
import { classifyPath, typePath } from "../../content/site/layout.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import { checkTypeChange } from "../../schema/check-type-change.ts";
import { readPublishedVersions } from "../read/published-versions.ts";
import type { SiteIndex } from "../read/site-index.ts";

interface PushedSchemas {
  /** The site's repository without the push. Its branches show which versions were ever published. */
  readonly repository: GitRepository;
  readonly incoming: GitRepository;
  readonly changes: readonly FileChange[];
}

interface Schemas extends Pick<PushedSchemas, "repository" | "incoming"> {
  readonly before: SiteIndex;
  readonly after: SiteIndex;
  /** Types whose `type.yml` the push removes. */
  readonly gone: ReadonlySet<string>;
}

/**
 * Checks the types that a push changes. Only HQ writes published versions, once each (contracts §2). A push can restore
 * one, and remove them only together with their type, which must then have no entries.
 */
export async function checkSchemas(
  before: SiteIndex,
  after: SiteIndex,
  { repository, incoming, changes }: PushedSchemas,
): Promise<Issue[]> {
  const types = new Set<string>();
  const removed = new Set<string>();
  const versions: VersionFile[] = [];
  const issues: Issue[] = [];
  for (const { path, after: blob } of changes) {
    const identity = classifyPath(path, after.site);
    if (identity.kind === "type") (blob === undefined ? removed : types).add(identity.apiId);
    if (identity.kind === "version") versions.push({ ...identity, path, blob });
    if (identity.kind === "ledger" || path === FORMAT_PATH) {
      const message = "The ledger belongs on the published branch, which only HQ writes.";
      issues.push({ code: "invalid_path", message, path });
    }
  }
  const schemas = { repository, incoming, before, after, gone: removed };
  for (const apiId of removed) issues.push(...removalIssues(after, apiId));
  for (const apiId of types) issues.push(...(await typeIssues(schemas, apiId)));
  for (const file of versions) issues.push(...(await versionIssues(schemas, file)));
  return issues;
}

function removalIssues(after: SiteIndex, apiId: string): Issue[] {
  const count = after.countEntries(apiId) + after.unreadFiles(apiId).length;
  if (count === 0) return [];
  const entries = count === 1 ? "an entry" : `${count} entries`;
  const message = `"${apiId}" still has ${entries}. Delete the entries together with the content type.`;
  return [{ code: "conflict", message, path: typePath(apiId) }];
}

async function typeIssues({ repository, before, after }: Schemas, apiId: string): Promise<Issue[]> {
  const type = after.typeState(apiId)?.type;
  if (type === undefined) return [];
  const held = [...(before.typeState(apiId)?.versions.values() ?? [])];
  const known = held.length > 0 ? held : await readPublishedVersions(repository, after.site, apiId);
  return [...validateType(type), ...checkTypeChange(type, known)].map(
    ({ code, message, field = "" }) => ({ code, message, field, path: typePath(apiId) }),
  );
}

interface VersionFile {
  readonly path: string;
  readonly apiId: string;
  readonly version: number;
  /** Undefined if the push removes it. */
  readonly blob: string | undefined;
}

async function versionIssues(
  { repository, incoming, before, after, gone }: Schemas,
  { path, apiId, version, blob }: VersionFile,
): Promise<Issue[]> {
  if (blob === undefined && gone.has(apiId)) return [];
  const bytes = blob === undefined ? undefined : await incoming.readBlob(blob);
  const held = before.typeState(apiId)?.versions.get(version);
  if (held !== undefined) {
    if (bytes !== undefined && isSame(held, bytes, path)) return [];
    const message = `Version ${version} of "${apiId}" is published and cannot be changed. Restore the file.`;
    return [{ code: "conflict", message, path }];
  }
  if (bytes === undefined) return [];
  const publishedVersions = await readPublishedVersions(repository, after.site, apiId);
  if (publishedVersions.some((one) => one.version === version && isSame(one, bytes, path)))
    return [];
  const message = "HQ creates this file when the schema is published. Remove it from the push.";
  return [{ code: "conflict", message, path }];
}

function isSame(held: SchemaVersion, bytes: Uint8Array, path: string): boolean {
  return readOr(() => isSameVersion(held, parseVersionFile(bytes, path)), false);
}
