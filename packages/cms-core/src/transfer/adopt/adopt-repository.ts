import { CmsError } from "../../base/errors.ts";
import { SITE_PATH } from "../../content/site/layout.ts";
import { parseSiteFile } from "../../content/site/site-file.ts";
import type { TreeFile } from "../../git/read/list-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SiteConfig } from "../../model/site.ts";
import { holdEntries } from "../../publish/act/hold-entries.ts";
import { checkPush } from "../../site/push/check-push.ts";
import { MAIN } from "../../site/read/branches.ts";
import { loadSite } from "../../site/read/follow-site.ts";
import { readSiteFile } from "../../site/read/read-site.ts";
import { SiteIndex } from "../../site/read/site-index.ts";
import { openSiteStoreOn } from "../../site/site-store.ts";
import { type AdoptOptions, type AdoptReport, planAdoption } from "./plan-adoption.ts";

/**
 * Turns the repository on `main` into a site with one commit: adds `site.yml`, the types, and HQ's keys to each entry
 * file. No file is moved or changed in any other way. A repository that is already a site stays unchanged.
 *
 * @throws CmsError `invalid_path` for files that a site cannot contain, `invalid_site` if `site.yml` isn't Loam's,
 * `invalid` if there is nothing to edit, or for a Loam site that has problems
 */
export async function adoptRepository(
  repository: GitRepository,
  options: AdoptOptions,
): Promise<AdoptReport> {
  const tip = await repository.resolveRef(MAIN);
  if (tip === undefined) throw new CmsError("not_found", "The repository has no commit.");
  const files = await repository.listFiles(tip);
  const known = await readKnownSite(repository, files);
  if (known !== undefined) {
    await checkSite(repository, { tip, now: options.now() });
    return LOAM;
  }
  const { files: edits, report, off } = await planAdoption(repository, { ...options, files });
  options.signal?.throwIfAborted();
  const { commit } = await repository.commit(
    MAIN,
    {
      files: edits,
      author: options.actor,
      when: options.now(),
      message: `Adopt ${options.source}`,
      trailers: { "Loam-Site": options.site.id, "Loam-Action": "adopt" },
    },
    { expected: tip },
  );
  if (off.length > 0) {
    const store = await openSiteStoreOn(repository, { siteId: options.site.id, now: options.now });
    const wanted = new Set(off);
    const refs = store
      .types()
      .flatMap(({ type }) => store.entries(type.apiId))
      .filter(({ path }) => wanted.has(path));
    await holdEntries(store, refs, options);
  }
  const problems = (await loadSite(repository, commit, { siteId: options.site.id })).problems();
  const reported = new Set(report.unread.map(({ path }) => path));
  const others = problems.filter(({ path }) => !reported.has(path));
  return { ...report, unread: [...report.unread, ...others] };
}

const LOAM: AdoptReport = {
  layout: "loam",
  folder: "",
  collections: [],
  left: [],
  unread: [],
  kept: [],
  held: [],
  notes: [],
};

/** Checks an existing site repository as if all of it were pushed. */
async function checkSite(
  repository: GitRepository,
  { tip, now }: { readonly tip: string; readonly now: Date },
): Promise<void> {
  const pushed = { repository, incoming: repository, from: undefined, to: tip, now };
  const { issues } = await checkPush(
    new SiteIndex(await readSiteFile(repository, tip), NO_COMMIT),
    pushed,
  );
  if (issues.length === 0) return;
  const count = issues.length === 1 ? "a problem" : `${issues.length} problems`;
  const message = `The site in the repository has ${count}. To list them, run hq check in a clone.`;
  throw new CmsError("invalid", message, { issues: issues.slice(0, MAX_ISSUES) });
}

/** Stands for a missing commit. */
const NO_COMMIT = "";
const MAX_ISSUES = 100;

/**
 * Returns the id of the site on `main`, or undefined if the repository isn't a site yet. @throws CmsError
 * `invalid_site`
 */
export async function adoptedSiteId(repository: GitRepository): Promise<string | undefined> {
  const tip = await repository.resolveRef(MAIN);
  if (tip === undefined) return undefined;
  return (await readKnownSite(repository, await repository.listFiles(tip)))?.id;
}

async function readKnownSite(
  repository: GitRepository,
  files: readonly TreeFile[],
): Promise<SiteConfig | undefined> {
  const file = files.find(({ path }) => path === SITE_PATH);
  if (file === undefined) return undefined;
  return parseSiteFile(await repository.readBlob(file.oid));
}
