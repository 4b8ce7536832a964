import { CmsError } from "../../base/errors.ts";
import { forEachLimit } from "../../base/lock.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { PUBLISHED_REF } from "../branch/published-tree.ts";
import { RENDERER_VERSION } from "../live/live-site.ts";
import { loadLiveSite } from "../live/load-live-site.ts";
import { checkJson, checkMedia, type FileCheck, type FileFinding } from "./check-files.ts";
import { readCursor, readStandingCommit } from "./cursor-file.ts";
import { inRemovalOrder, planAllFiles, type PublicPlan } from "./plan-files.ts";
import type { FilePlan, PublicFile, PublicStorage, StoredFile } from "./public-storage.ts";
import { findMedia, type PublisherOptions } from "./publisher.ts";
import { readCopies } from "./read-copies.ts";

export interface VerifySiteOptions extends Omit<FileCheck, "deep"> {
  readonly repository: GitRepository;
  readonly siteId: string;
  /** `{public_storage_url}/{site_id}`, without a trailing slash, as configured for the publisher. */
  readonly publicUrl: string;
  /**
   * Whether to read every byte and compare the headers of a bucket's objects. Otherwise bucket objects with the right
   * ETag aren't read; files of a folder are always read. @default false
   */
  readonly deep?: boolean;
  /** Whether publishing is turned off, so that no file should exist. @default false */
  readonly withdrawn?: boolean;
  /** Called after each file. */
  readonly onChecked?: (checked: number, total: number) => void;
}

export interface VerifyReport {
  /** Tip of `published`; undefined if nothing was ever published. */
  readonly commit: string | undefined;
  /** The commit that the files belong to; a different one while a publisher lags behind. */
  readonly standing: string | undefined;
  /** Expected number of files. */
  readonly files: number;
  /** Sorted by path; empty if public storage matches what is published. */
  readonly findings: readonly FileFinding[];
}

const NO_FILES: PublicPlan = { media: [], files: { writes: [], removals: [] } };

/** Maximum number of files compared in parallel. */
const PARALLEL = 8;

/** Maximum number of attempts if something is published during the check. */
const ATTEMPTS = 3;

/**
 * Verifies that public storage equals `published`: renders everything again and compares each file, binary, and path.
 * Changes nothing, so it can run alongside a publisher.
 *
 * @throws CmsError `storage_failed`, `invalid_site`, `repository_broken`, …
 */
export async function verifySite(options: VerifySiteOptions): Promise<VerifyReport> {
  return (await compareSite(options)).report;
}

interface Comparison {
  readonly report: VerifyReport;
  readonly plan: PublicPlan;
}

/** Returns the findings of `verifySite`, with the files in their expected state. */
async function compareSite(options: VerifySiteOptions): Promise<Comparison> {
  for (let attempt = 1; ; attempt += 1) {
    const compared = await compareOnce(options);
    if (compared.report.findings.length === 0 || attempt === ATTEMPTS) return compared;
    // A publish during the check looks like a difference.
    const now = await options.repository.resolveRef(PUBLISHED_REF);
    if (now === compared.report.commit) return compared;
  }
}

async function compareOnce(options: VerifySiteOptions): Promise<Comparison> {
  const { repository, siteId, publicUrl, files } = options;
  const commit = await repository.resolveRef(PUBLISHED_REF);
  const live = await loadLiveSite(repository, {
    publicUrl,
    commit,
    readCopies: async (of) => readCopies(files, of),
  });
  // Damaged content would make its files look like extra files.
  const [first] = live.damage.incomplete ? live.damage.issues : [];
  if (first !== undefined) throw new CmsError("repository_broken", first.message);
  if (live.site !== undefined && live.site.id !== siteId) {
    throw new CmsError(
      "invalid_site",
      `The published branch belongs to the site ${live.site.id}, not ${siteId}.`,
    );
  }
  const plan = options.withdrawn === true ? NO_FILES : planAllFiles(live, []);
  const standing = await readStandingCommit(files);
  const stored = new Map<string, StoredFile>();
  for await (const file of files.scan()) stored.set(file.path, file);
  const findings = await compareFiles(plan, stored, options);
  const wanted = plan.media.length + plan.files.writes.flat().length;
  return { plan, report: { commit, standing, files: wanted, findings } };
}

async function compareFiles(
  { media, files: { writes } }: PublicPlan,
  stored: Map<string, StoredFile>,
  { files, media: storage, deep = false, onChecked = () => undefined }: VerifySiteOptions,
): Promise<readonly FileFinding[]> {
  const check: FileCheck = { files, media: storage, deep };
  const findings: FileFinding[] = [];
  const total = media.length + writes.flat().length;
  let checked = 0;
  const add = (found: readonly FileFinding[]): void => {
    findings.push(...found);
    checked += 1;
    onChecked(checked, total);
  };
  const extra = new Set(stored.keys());
  await forEachLimit(media, PARALLEL, async (file) => {
    extra.delete(file.path);
    add(await checkMedia(file, stored.get(file.path), check));
  });
  for (const group of writes) {
    const bodies = new Map(group.map(({ path, body }) => [path, body]));
    await forEachLimit(group, PARALLEL, async ({ path, body }) => {
      extra.delete(path);
      const source = body.kind === "same" ? bodies.get(body.as) : body;
      if (source?.kind !== "chunks") throw new CmsError("internal", `${path} has no content.`);
      add(await checkJson(path, await source.chunks(), stored.get(path), check));
    });
  }
  for (const path of extra) findings.push({ kind: "extra", path });
  return findings.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

export interface RepairSiteOptions extends Omit<VerifySiteOptions, "files"> {
  readonly storage: PublicStorage;
}

export interface RepairReport extends VerifyReport {
  /** Findings that were fixed. */
  readonly mended: readonly FileFinding[];
  /** Findings that public storage cannot fix: binaries lost in media storage. */
  readonly left: readonly FileFinding[];
}

/**
 * Makes public storage equal to `published`: writes the missing or altered files that `verifySite` finds, in the order
 * of a publish, then removes extra files, lists before entries. Correct files aren't touched. No other process may
 * write to the storage.
 *
 * @throws CmsError as `verifySite` and `PublicStorage.apply`
 */
export async function repairSite({
  storage,
  ...options
}: RepairSiteOptions): Promise<RepairReport> {
  const { report, plan } = await compareSite({ ...options, files: storage });
  const { findings } = report;
  if (findings.length === 0) return { ...report, mended: [], left: [] };
  await storage.apply(await planRepair(findings, plan, options), { rewriteMedia: true });
  const after = await compareSite({ ...options, files: storage });
  const left = new Set(after.report.findings.map(keyOf));
  return {
    ...after.report,
    findings,
    mended: findings.filter((finding) => !left.has(keyOf(finding))),
    left: after.report.findings,
  };
}

function keyOf({ kind, path }: FileFinding): string {
  return `${kind} ${path}`;
}

async function planRepair(
  findings: readonly FileFinding[],
  { media, files: { writes } }: PublicPlan,
  { media: storage }: Pick<VerifySiteOptions, "media">,
): Promise<FilePlan> {
  const broken = new Set(
    findings.flatMap(({ kind, path }) => (kind === "extra" || isOfMedia(kind) ? [] : [path])),
  );
  const extra = findings.flatMap(({ kind, path }) => (kind === "extra" ? [path] : []));
  const found = await findMedia(
    media.filter(({ path }) => broken.has(path)),
    storage,
  );
  return {
    writes: [found.files, ...writes.map((group) => pickFiles(group, broken))],
    removals: inRemovalOrder(extra),
  };
}

function isOfMedia(kind: FileFinding["kind"]): boolean {
  return kind === "media_missing" || kind === "media_altered";
}

/** Selects files of a group by path. A file whose body refers to an unselected file gets that file's body. */
function pickFiles(group: readonly PublicFile[], paths: ReadonlySet<string>): PublicFile[] {
  const bodies = new Map(group.map(({ path, body }) => [path, body]));
  return group
    .filter(({ path }) => paths.has(path))
    .map(({ path, body }) =>
      body.kind === "same" ? { path, body: bodies.get(body.as) ?? body } : { path, body },
    );
}

/**
 * Whether every public file of a commit is complete according to its publisher's cursor, for other processes.
 *
 * @throws CmsError `storage_failed`
 */
export async function publicFilesStand(
  commit: string,
  { stateFile, publicUrl }: Pick<PublisherOptions, "stateFile" | "publicUrl">,
): Promise<boolean> {
  const cursor = await readCursor(stateFile);
  if (cursor === undefined || cursor.target !== undefined || cursor.done !== commit) return false;
  return cursor.renderer === RENDERER_VERSION && cursor.publicUrl === publicUrl;
}

/**
 * Returns the `publicUrl` that public files were last written with; undefined if no publisher has written any.
 *
 * @throws CmsError `storage_failed`
 */
export async function writtenFor(stateFile: string): Promise<string | undefined> {
  return (await readCursor(stateFile))?.publicUrl;
}
