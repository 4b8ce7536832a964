import { createHash, hash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { CmsError, isCmsError, type Issue } from "../../base/errors.ts";
import { countOf } from "../../base/quantity.ts";
import { SITE_PATH } from "../../content/site/layout.ts";
import { printSiteFile } from "../../content/site/site-file.ts";
import { unfinishedPath } from "../../git/disk/create-repository.ts";
import { syncPath, syncTree } from "../../git/disk/durable-file.ts";
import { parseTreePath } from "../../git/objects/tree.ts";
import { takeBundle } from "../../git/repository/bundle.ts";
import { eachFile } from "../../git/repository/read-files.ts";
import { type GitRepository, openRepository } from "../../git/repository/repository.ts";
import type { MediaIntake } from "../../media/intake/media-intake.ts";
import type { MediaStorage } from "../../media/storage/media-storage.ts";
import { PUBLISHED_REF } from "../../publish/branch/published-tree.ts";
import { loadLiveSite } from "../../publish/live/load-live-site.ts";
import { MAIN } from "../../site/read/branches.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import { withIntake } from "../import/write/write-import.ts";
import { publishedFiles } from "./export-files.ts";
import { type ImportedMedia, importMedia } from "./import-media.ts";
import {
  BUNDLE_PATH,
  readChecked,
  readManifest,
  type ReadManifest,
  invalidArchive,
} from "./manifest.ts";
import { type Archive, openArchive } from "./open-archive.ts";
import { FILE_MODES, readCommits, readSnapshot, type SiteSnapshot } from "./read-snapshot.ts";

export interface ImportExportOptions {
  /** Path of the new repository. Nothing exists there yet. */
  readonly gitDir: string;
  /** Destination of the binaries, written through `intake` if the caller has one open. */
  readonly storage: MediaStorage;
  readonly intake?: MediaIntake;
  /** Author of the commits that a new id needs. */
  readonly actor: Actor;
  /** Another id for the site, if its own is in use. @default its own id */
  readonly siteId?: string;
  /** Whether everything becomes a draft. @default false */
  readonly drafts?: boolean;
  /** Reports what would be imported without writing anything. @default false */
  readonly dryRun?: boolean;
  /** @default the system's clock */
  readonly now?: () => Date;
}

/** Result of importing an export, or of a dry run. */
export interface ExportImportReport {
  readonly site: { readonly id: string; readonly name: string };
  /** Id of the site when it was exported. */
  readonly exportedId: string;
  readonly commits: SiteSnapshot["commits"];
  readonly entries: number;
  readonly types: number;
  readonly published: boolean;
  readonly media: ImportedMedia;
  /** Problems in the site's files that already existed when it was exported. */
  readonly notices: readonly Issue[];
  readonly dryRun: boolean;
}

/** Reads the identity of the exported site, to check before an import. */
export async function readExportedSite(file: string): Promise<ExportImportReport["site"]> {
  await using archive = await openArchive(file);
  return (await readManifest(archive)).site;
}

/**
 * Creates a site from an export, with its ids, history, and live state. The file is untrusted: every file is compared
 * with the manifest, the repository with both, and media pass the same checks as uploads. The repository appears
 * complete or not at all. Media stored before a failure stay unused until a sweep removes them.
 *
 * @throws CmsError `invalid_archive`, `too_large`, `repository_broken`, `conflict` (the path is in use), …
 */
export async function importExport(
  file: string,
  options: ImportExportOptions,
): Promise<ExportImportReport> {
  const { gitDir } = options;
  if (existsSync(gitDir)) throw new CmsError("conflict", `A site already exists at ${gitDir}.`);
  await using archive = await openArchive(file);
  const manifest = await readManifest(archive);
  const work = unfinishedPath(gitDir);
  try {
    await mkdir(work, { recursive: true, mode: 0o700 });
    return await importInto(work, { archive, manifest }, options);
  } catch (error) {
    throw isCmsError(error) ? error : notWritten(gitDir, error);
  } finally {
    // Leftovers are removed at the next start.
    await rm(work, { recursive: true, force: true }).catch(() => undefined);
  }
}

function notWritten(gitDir: string, cause: unknown): CmsError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `The site could not be imported to ${gitDir}: ${reason}`;
  return new CmsError("storage_failed", message, { cause });
}

interface Source {
  readonly archive: Archive;
  readonly manifest: ReadManifest;
}

async function importInto(
  work: string,
  source: Source,
  options: ImportExportOptions,
): Promise<ExportImportReport> {
  const { gitDir, siteId = source.manifest.site.id, dryRun = false, drafts = false } = options;
  const newGitDir = join(work, "site.git");
  await takeRepository(newGitDir, work, source);
  const repository = await openRepository(newGitDir);
  let report: ExportImportReport;
  try {
    const snapshot = await readSnapshot(repository, await readCommits(repository));
    const notices = await checkImported({ ...source, repository, snapshot });
    const media = await withIntake(options, (intake) =>
      importMedia(snapshot, { ...source, intake, folder: work, dryRun }),
    );
    if (siteId !== snapshot.site.id) await renameSite(repository, snapshot, { ...options, siteId });
    const { entries, types, commits, site } = snapshot;
    report = {
      site: { id: siteId, name: site.name },
      exportedId: site.id,
      commits,
      entries: entries.length,
      types: types.size,
      published: commits.published !== undefined && !drafts,
      media,
      notices,
      dryRun,
    };
  } finally {
    await repository.close();
  }
  if (dryRun) return report;
  if (!report.published) await rm(join(newGitDir, PUBLISHED_REF), { force: true });
  await moveDurably(newGitDir, gitDir);
  return report;
}

async function takeRepository(
  gitDir: string,
  work: string,
  { archive, manifest }: Source,
): Promise<void> {
  const file = join(work, "bundle");
  await pipeline(
    readChecked(archive, manifest, BUNDLE_PATH),
    createWriteStream(file, { flags: "wx" }),
  );
  const refs = await takeBundle(gitDir, file, { refs: [MAIN, PUBLISHED_REF] });
  const { main, published } = manifest.commits;
  if (refs.get(MAIN) === main && refs.get(PUBLISHED_REF) === published) return;
  throw invalidArchive("the commits in its repository do not match its manifest");
}

/** Replaces the site id, which is in one file on each branch. */
async function renameSite(
  repository: GitRepository,
  { site, commits }: SiteSnapshot,
  { siteId, actor, now = () => new Date() }: ImportExportOptions & { readonly siteId: string },
): Promise<void> {
  const refs = commits.published === undefined ? [MAIN] : [MAIN, PUBLISHED_REF];
  for (const ref of refs) {
    const commit = await repository.resolveRef(ref);
    const before = commit === undefined ? undefined : await repository.readPath(commit, SITE_PATH);
    const bytes = printSiteFile({ ...site, id: siteId }, before?.bytes);
    const change = {
      files: new Map([[SITE_PATH, bytes]]),
      author: actor,
      when: now(),
      message: `Import the site ${site.id} with a new ID`,
      trailers: { "Loam-Site": siteId, "Loam-Action": "import" },
    };
    await repository.commit(ref, change);
  }
}

/** Syncs the folder too: Git syncs file contents, but not directory entries. */
async function moveDurably(from: string, to: string): Promise<void> {
  await syncTree(from);
  await rename(from, to);
  try {
    await syncPath(dirname(to));
  } catch (error) {
    // The caller is told that the import failed, so nothing may remain.
    await rm(to, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

interface CheckImported extends Source {
  readonly repository: GitRepository;
  readonly snapshot: SiteSnapshot;
}

/**
 * Checks the redundant parts of an export: every file in the ZIP against the manifest, the repository against `site/`,
 * and the live site against `published/`. Returns the differences that don't prevent an import.
 *
 * @throws CmsError `invalid_archive`, `invalid_path`, `repository_broken`, `invalid_site`
 */
async function checkImported(parts: CheckImported): Promise<readonly Issue[]> {
  const { repository, snapshot, manifest } = parts;
  if (snapshot.site.id !== manifest.site.id)
    throw invalidArchive("its repository belongs to another site");
  for (const commit of Object.values(snapshot.commits)) await checkTree(repository, commit);
  await checkSiteFiles(parts);
  const notices = [...snapshot.problems, ...(await checkPublished(parts))];
  await checkOthers(parts);
  return notices;
}

/** Applies the checks of a push. */
async function checkTree(repository: GitRepository, commit: string): Promise<void> {
  for (const { path, mode } of await repository.listFiles(commit)) {
    parseTreePath(path);
    if (!FILE_MODES.has(mode)) throw invalidArchive(`${path} in its repository is not a file`);
  }
}

async function checkSiteFiles({ repository, snapshot, manifest }: CheckImported): Promise<void> {
  const listed = [...manifest.hashes.keys()].filter((path) => path.startsWith("site/"));
  if (listed.length !== snapshot.files.length) {
    throw invalidArchive("the files in site/ do not match its repository");
  }
  for await (const [{ path }, bytes] of eachFile(repository, snapshot.files, ({ oid }) => oid)) {
    if (hash("sha256", bytes) === manifest.hashes.get(`site/${path}`)) continue;
    throw invalidArchive(`site/${path} does not match the file in its repository`);
  }
}

/**
 * Compares the published files. A newer Loam can render some JSON differently, so differences are reported, not
 * rejected.
 */
async function checkPublished({
  repository,
  snapshot,
  manifest,
}: CheckImported): Promise<readonly Issue[]> {
  const { published: commit } = snapshot.commits;
  const wanted = new Map([...manifest.hashes].filter(([path]) => path.startsWith("published/")));
  if (commit === undefined) {
    if (wanted.size > 0)
      throw invalidArchive("nothing was published, but published/ contains files");
    return [];
  }
  const live = await loadLiveSite(repository, { publicUrl: manifest.publicUrl, commit });
  if (live.site?.id !== snapshot.site.id)
    throw invalidArchive("its published content belongs to another site");
  const other: string[] = [];
  for await (const { paths, chunks } of publishedFiles(live)) {
    const sha256 = createHash("sha256");
    for (const chunk of chunks) sha256.update(chunk);
    const digest = sha256.digest("hex");
    for (const path of paths) {
      if (wanted.get(`published/${path}`) !== digest) other.push(path);
      wanted.delete(`published/${path}`);
    }
  }
  const [first] = [...other, ...wanted.keys()];
  if (first === undefined) return [];
  const count = other.length + wanted.size;
  const message = `${countOf(count, "published file")} rendered differently than the export served, starting with ${first}.`;
  return [{ code: "stale", message, path: first }];
}

/** Checks the remaining files. Media are checked when they are stored, and the bundle was checked before. */
async function checkOthers({ archive, manifest }: CheckImported): Promise<void> {
  for (const path of manifest.hashes.keys()) {
    if (path.startsWith("media/") || path === "repository.bundle") continue;
    for await (const chunk of readChecked(archive, manifest, path)) void chunk;
  }
}
