import { CmsError } from "../../base/errors.ts";
import { classifyPath, entryFolder, SITE_PATH } from "../../content/site/layout.ts";
import { printSiteFile } from "../../content/site/site-file.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import type { SiteConfig, SvgRule } from "../../model/site.ts";
import type { SiteIndex } from "../read/site-index.ts";
import { type AppliedFiles, writeFiles } from "./apply-files.ts";
import type { Actor, SiteWriter } from "./site-writer.ts";

/** Changes to `site.yml`; omitted settings stay. */
export interface SiteSettings {
  readonly name?: string | undefined;
  /** By API id, such as `/blog/{slug}`; null removes a route, so that links point to `/<api_id>/<slug>`. */
  readonly routes?: Readonly<Record<string, string | null>> | undefined;
  /** Folders of entries by API id, such as `blog`; null restores the folder below `content/`. Their files are moved. */
  readonly paths?: Readonly<Record<string, string | null>> | undefined;
  /** IANA name; null removes it, so that UTC applies. */
  readonly timeZone?: string | null | undefined;
  readonly svg?: SvgRule | undefined;
}

export interface ChangeSettings extends SiteSettings {
  readonly actor: Actor;
}

/**
 * Changes `site.yml` in one commit. Edits only the lines that differ and keeps comments. Creates no commit if nothing
 * differs. If `site.yml` cannot be read, it is replaced with the version in use.
 *
 * @throws CmsError `invalid_site` for values that `site.yml` cannot hold, and for a folder that another type has;
 * `conflict` if another file is in the way of one that would move
 */
export async function changeSettings(
  writer: SiteWriter,
  { actor, ...settings }: ChangeSettings,
): Promise<AppliedFiles> {
  return writer.lock.exclusive(async () =>
    writeFiles(writer, async () => {
      const index = writer.index();
      const { site, siteBlob } = index;
      const current = await writer.repository.readBlob(siteBlob);
      const wanted = withSettings(site, settings);
      const bytes = printSiteFile(wanted, current);
      const moved = await movedFiles(writer, index, wanted);
      const isName = settings.name !== undefined && settings.name !== site.name;
      const message = isName ? `Rename the site to ${settings.name}` : "Change the site's settings";
      return {
        files: new Map([[SITE_PATH, bytes], ...moved]),
        actor,
        message,
        trailers: { "Loam-Action": isName ? "rename-site" : "site-settings" },
      };
    }),
  );
}

function withSettings(
  site: SiteConfig,
  { name, routes = {}, paths = {}, timeZone, svg }: SiteSettings,
): SiteConfig {
  const { timeZone: before, ...rest } = site;
  const zone = timeZone === undefined ? before : (timeZone ?? undefined);
  return {
    ...rest,
    name: name ?? site.name,
    routes: withoutNull({ ...site.routes, ...routes }),
    paths: withoutNull({ ...site.paths, ...paths }),
    ...(zone === undefined ? {} : { timeZone: zone }),
    ...(svg === undefined ? {} : { media: { svg } }),
  };
}

function withoutNull(values: Readonly<Record<string, string | null>>): Record<string, string> {
  const settings = Object.entries(values).flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  );
  return Object.fromEntries(settings);
}

/** Returns the files of types whose folder changes: added at the new path, removed from the old one. */
async function movedFiles(
  { repository }: SiteWriter,
  index: SiteIndex,
  wanted: SiteConfig,
): Promise<ReadonlyMap<string, Uint8Array | null>> {
  const { site, head } = index;
  const apiIds = index.types().map(({ type }) => type.apiId);
  const moving = apiIds.filter((apiId) => entryFolder(site, apiId) !== entryFolder(wanted, apiId));
  if (moving.length === 0) return new Map();
  for (const apiId of moving) refuseSharedFolder(wanted, apiId, apiIds);
  const all = await repository.listFiles(head);
  const moves = all.flatMap(({ path, oid }) => {
    const file = classifyPath(path, site);
    if (file.kind !== "entry" || !moving.includes(file.apiId)) return [];
    const rest = path.slice(entryFolder(site, file.apiId).length);
    return [{ from: path, to: `${entryFolder(wanted, file.apiId)}${rest}`, oid }];
  });
  const existing = new Set(all.map(({ path }) => path));
  for (const { from } of moves) existing.delete(from);
  const blocked = moves.find(({ to }) => existing.has(to));
  if (blocked !== undefined) {
    throw new CmsError("conflict", `The file ${blocked.to} already exists. Choose another folder.`);
  }
  const files = await readFiles(repository, moves, ({ oid }) => oid);
  return new Map([
    ...moves.map(({ from }) => [from, null] as const),
    ...files.map(([{ to }, bytes]) => [to, bytes] as const),
  ]);
}

/** Rejects folders that overlap another type's, so that entries of one type aren't read as those of another. */
function refuseSharedFolder(wanted: SiteConfig, apiId: string, apiIds: readonly string[]): void {
  const folder = entryFolder(wanted, apiId).toLowerCase();
  const other = apiIds.find((id) => {
    const its = entryFolder(wanted, id).toLowerCase();
    return (
      id !== apiId && (`${folder}/`.startsWith(`${its}/`) || `${its}/`.startsWith(`${folder}/`))
    );
  });
  if (other === undefined) return;
  const theirs = entryFolder(wanted, other);
  throw new CmsError(
    "invalid_site",
    `The folder ${entryFolder(wanted, apiId)} of "${apiId}" overlaps ${theirs} of "${other}". Choose another folder.`,
  );
}
