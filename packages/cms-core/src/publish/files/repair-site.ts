import type { FileFinding } from "./check-files.ts";
import { inRemovalOrder, type PublicPlan } from "./plan-files.ts";
import type { FilePlan, PublicFile, PublicStorage } from "./public-storage.ts";
import { findMedia } from "./publisher.ts";
import { compareSite, type VerifyReport, type VerifySiteOptions } from "./verify-site.ts";

export interface RepairSiteOptions extends Omit<VerifySiteOptions, "files"> {
  readonly storage: PublicStorage;
}

export interface RepairReport extends VerifyReport {
  /** Findings that are no more. */
  readonly mended: readonly FileFinding[];
  /** Findings that public storage cannot help: binaries that media storage lost. */
  readonly left: readonly FileFinding[];
}

/**
 * Makes public storage equal to `published`: what `verifySite` finds missing or altered is written in the
 * order of a publish, then what is extra is removed, lists before entries. Files that are right are not
 * touched. It must be the only one that writes to the storage.
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
    writes: [found.files, ...writes.map((group) => pick(group, broken))],
    removals: inRemovalOrder(extra),
  };
}

function isOfMedia(kind: FileFinding["kind"]): boolean {
  return kind === "media_missing" || kind === "media_altered";
}

/** Files of a group by their paths; one that is the same as a file left out is written by itself. */
function pick(group: readonly PublicFile[], paths: ReadonlySet<string>): PublicFile[] {
  const bodies = new Map(group.map(({ path, body }) => [path, body]));
  return group
    .filter(({ path }) => paths.has(path))
    .map(({ path, body }) =>
      body.kind === "same" ? { path, body: bodies.get(body.as) ?? body } : { path, body },
    );
}
