import type { Issue } from "../../base/errors.ts";
import { SITE_PATH } from "../../content/site/layout.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SiteConfig } from "../../model/site.ts";
import { isSchemaFile, readSite } from "../schema/site-schemas.ts";
import type { IndexSession } from "./index-session.ts";

/** What changed in what entries are read by. */
export interface SchemaChanges {
  /** API ids of types that have another schema now. */
  readonly types: ReadonlySet<string>;
  readonly files: readonly FileChange[];
  /** Problems of the changed files, and of `site.yml`. */
  readonly problems: ReadonlyMap<string, readonly Issue[]>;
}

/**
 * Takes changed schemas into the session.
 *
 * @returns undefined when entries that were read are to be read again: folders moved, a published
 * version was changed, a type is gone or of another kind. HQ refuses all of these but the first.
 */
export async function followSchemas(
  session: IndexSession,
  repository: GitRepository,
  { to, changes }: { readonly to: string; readonly changes: readonly FileChange[] },
): Promise<SchemaChanges | undefined> {
  const { schemas } = session;
  const problems = new Map<string, readonly Issue[]>();
  if (changes.some(({ path }) => path === SITE_PATH)) {
    const { site, issues } = await readSite(repository, to);
    if (!samePaths(site, schemas.site)) return undefined;
    problems.set(SITE_PATH, issues);
  }
  const files = changes.filter(({ path }) => isSchemaFile(path, schemas.site));
  if (files.some(({ path, before }) => before !== undefined && isVersion(path))) return undefined;
  const types = new Set(files.map(({ path }) => typeOfPath(path)));
  const kindOf = (type: string): string | undefined => schemas.typeOf(type)?.type.kind;
  const kinds = new Map([...types].map((type) => [type, kindOf(type)]));
  await schemas.take(files);
  const another = [...kinds].some(([type, kind]) => kind !== undefined && kind !== kindOf(type));
  if (another) return undefined;
  const found = schemas.problems();
  for (const { path } of files) problems.set(path, found.get(path) ?? []);
  return { types, files, problems };
}

/** Of a schema file: `types/<api_id>/type.yml` or `types/<api_id>/versions/<n>.json`. */
function typeOfPath(path: string): string {
  return path.split("/")[1] ?? "";
}

function isVersion(path: string): boolean {
  return path.endsWith(".json");
}

function samePaths({ paths: a }: SiteConfig, { paths: b }: SiteConfig): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
