import { CmsError, countOf, isCmsError } from "@loam/cms-core";
import { type LostFile, readRefs } from "@loam/cms-core/git";
import { MAIN } from "@loam/cms-core/site";
import type { StoredRepair } from "../../operate/backup/repair-stored.ts";
import { findSite } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { siteGitDir } from "../../sites/publisher/site-publisher.ts";
import { checkStoredMedia, type MediaFinding } from "../../sites/registry/check-media.ts";
import {
  type CheckSiteOptions,
  repairPublicFiles,
  type SiteRepair,
} from "../../sites/registry/check-site.ts";
import { publicReason } from "../../sites/registry/site-troubles.ts";

/** Returns the problems in media storage for `hq verify`. */
export async function checkMediaOf(
  hq: Hq,
  name: string | undefined,
  { deep = false, terminal }: { readonly deep?: boolean; readonly terminal: Terminal },
): Promise<readonly MediaFinding[]> {
  const siteId = name === undefined ? undefined : (await findSite(hq.database, name)).id;
  const onChecked = (): void => terminal.signal?.throwIfAborted();
  return checkStoredMedia(hq, { deep, siteId, onChecked });
}

/** Repairs a site. A damaged repository is reported without stopping the repair of other sites. */
export async function repairOrReport(hq: Hq, options: CheckSiteOptions): Promise<SiteRepair> {
  try {
    const repaired = await repairPublicFiles(hq, options);
    // Public files depend only on `published`, and can be intact even if the site can no longer be opened.
    const hasMain = readRefs(siteGitDir(hq, options.siteId)).has(MAIN);
    return hasMain ? repaired : { ...repaired, failed: "Its main branch is missing." };
  } catch (error) {
    if (!isCmsError(error) || !OF_ONE_SITE.has(error.code)) throw error;
    const none = {
      commit: undefined,
      standing: undefined,
      files: 0,
      findings: [],
      mended: [],
      left: [],
    };
    return { ...none, followed: 0, failed: publicReason(error) };
  }
}

const OF_ONE_SITE: ReadonlySet<string> = new Set([
  "repository_broken",
  "not_found",
  "git_failed",
  "invalid_site",
  "unavailable",
]);

/** Lists unreadable files of the branches with the commits that added them. */
export function renderLost(lost: readonly LostFile[]): readonly string[] {
  return lost.map(({ path, refs, oid, commits }) => {
    const branches = refs.map((ref) => ref.replace("refs/heads/", "")).join(" and ");
    const label = path === "" ? "the newest commit" : path;
    const since = commits.map((commit) => commit.slice(0, 10)).join(", ");
    return `  unavailable: ${label} on ${branches} (object ${oid}${since === "" ? "" : `, of commit ${since}`})`;
  });
}

export function renderMedia(findings: readonly MediaFinding[]): readonly string[] {
  if (findings.length === 0) return [];
  return ["Media storage:", ...findings.flatMap(renderFinding)];
}

function renderFinding({ kind, key, usedBy }: MediaFinding): readonly string[] {
  return [
    `  ${kind}: ${key}`,
    ...usedBy.map(({ name, media, filename, entries }) => {
      const shown =
        entries.length === 0 ? "not used by any entry" : `used by ${entries.join(", ")}`;
      return `    ${filename} (${media}) of ${name}; ${shown}`;
    }),
  ];
}

export function renderStored({ media, mediaLeft, repositories }: StoredRepair): readonly string[] {
  return [
    ...repositories.flatMap(({ site, name, rebuilt, restored, left, damage }) => [
      `${name} (${site}): rebuilt ${countOf(rebuilt.length, "file")} of the repository, restored ${restored.length}, ${left.length} still unavailable.`,
      ...rebuilt.map((path) => `  rebuilt: ${path}`),
      ...restored.map(({ path, oid }) => `  restored: ${path === "" ? oid : path}`),
      ...renderLost(left),
      ...damage.map((line) => `  repository: ${line}`),
    ]),
    ...(media.length + mediaLeft.length === 0
      ? []
      : [`Media storage: restored ${media.length}, ${mediaLeft.length} left.`]),
    ...media.map((key) => `  restored: ${key}`),
    ...mediaLeft.flatMap(renderFinding),
  ];
}

/** @throws CmsError `files_differ` */
export function refuseMedia(findings: readonly MediaFinding[]): void {
  const { length } = findings;
  if (length === 0) return;
  const subject =
    length === 1 ? "1 file in media storage is" : `${length} files in media storage are`;
  throw new CmsError(
    "files_differ",
    `${subject} damaged or missing. hq repair restores files from public storage or, with --from, from a backup.`,
  );
}

/** @throws CmsError `repository_broken`, `files_differ` */
export function refuseUnrestored(
  { mediaLeft, repositories }: StoredRepair,
  sites: readonly (SiteRepair & { readonly name: string })[],
): void {
  const failed = sites.filter((site) => site.failed !== undefined).map(({ name }) => name);
  const lost = repositories
    .filter(({ left, damage }) => left.length + damage.length > 0)
    .map(({ name }) => name);
  const broken = [...new Set([...failed, ...lost])];
  if (broken.length > 0) {
    const message = `The repository of ${broken.join(", ")} is still damaged. Run hq repair --from with a backup that contains the missing data.`;
    throw new CmsError("repository_broken", message);
  }
  refuseMedia(mediaLeft);
}
