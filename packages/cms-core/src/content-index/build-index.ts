import type { Issue } from "../base/errors.ts";
import { SITE_PATH } from "../content/layout.ts";
import type { FileChange } from "../git/diff-reader.ts";
import type { GitRepository } from "../git/repository.ts";
import { PUBLISHED_REF } from "../publish/published-paths.ts";
import { MAIN } from "../store/branches.ts";
import { readBuildLedger, type BuildLedger } from "./build-ledger.ts";
import { createBuildRows, type BuildRows } from "./build-rows.ts";
import { lastTouches, type TouchOf } from "./change-times.ts";
import { finishDraftFile, openDraftFile } from "./database.ts";
import { entryRecord } from "./entry-writer.ts";
import { createFileWriter, type FileWriter } from "./file-writer.ts";
import { putBuildLedger } from "./put-build-ledger.ts";
import { readMainFiles, type MainFile } from "./read-main-files.ts";
import { isSchemaFile, readSite, readSiteSchemas, type SiteSchemas } from "./site-schemas.ts";

/** Where the refs that an index follows stand; undefined where there is none. */
export interface IndexHeads {
  readonly main: string | undefined;
  readonly published: string | undefined;
}

/** Makes an index file of what the two commits hold. @returns what its entries were read by */
export async function fillIndex(
  draft: string,
  repository: GitRepository,
  heads: IndexHeads,
): Promise<SiteSchemas> {
  const listing = listMain(repository, heads.main);
  const reading = readMain(repository, heads.main, listing);
  const touches = reading.then(async (sources) => sources.touches);
  // Both are told below; a listing that fails is told first.
  for (const promise of [reading, touches]) promise.catch(() => undefined);
  const rows = createBuildRows(draft, { count: (await listing).length, touches });
  let site: ReadSite;
  try {
    site = await readFiles(repository, await reading, { published: heads.published, rows });
    await rows.finish();
  } catch (error) {
    await rows.abort();
    throw error;
  }
  const database = openDraftFile(draft);
  try {
    const files = createFileWriter(database);
    putFiles(files, site);
    await putBuildLedger(database, repository, site);
    files.setCursor(MAIN, heads.main);
    files.setCursor(PUBLISHED_REF, heads.published);
    finishDraftFile(database);
  } finally {
    database.close();
  }
  return site.schemas;
}

async function listMain(
  repository: GitRepository,
  main: string | undefined,
): Promise<readonly FileChange[]> {
  return main === undefined ? [] : repository.changedFiles(undefined, main);
}

/** What is known before the first entry is read. */
interface MainSources {
  readonly paths: readonly FileChange[];
  /** On its way. */
  readonly touches: Promise<TouchOf>;
  readonly schemas: SiteSchemas;
  readonly schemaFiles: readonly FileChange[];
}

async function readMain(
  repository: GitRepository,
  main: string | undefined,
  listing: Promise<readonly FileChange[]>,
): Promise<MainSources> {
  const readSchemas = async (): Promise<Pick<MainSources, "schemas" | "schemaFiles">> => {
    const [read, paths] = await Promise.all([readSite(repository, main), listing]);
    const schemaFiles = paths.filter(({ path }) => isSchemaFile(path, read.site));
    return { schemas: await readSiteSchemas(repository, read, schemaFiles), schemaFiles };
  };
  const touches =
    main === undefined ? Promise.resolve(() => undefined) : lastTouches(repository, main, listing);
  // Told when they are asked for; a listing or a schema that fails is told first.
  touches.catch(() => undefined);
  const [paths, schemas] = await Promise.all([listing, readSchemas()]);
  return { paths, touches, ...schemas };
}

/** What is left to be written when all rows of `main` are. */
interface ReadSite extends MainSources {
  readonly ledger: BuildLedger;
  readonly others: readonly MainFile[];
  readonly problems: ReadonlyMap<string, readonly Issue[]>;
}

async function readFiles(
  repository: GitRepository,
  sources: MainSources,
  { published, rows }: { readonly published: string | undefined; readonly rows: BuildRows },
): Promise<ReadSite> {
  const { paths, schemas } = sources;
  const ledger = await readBuildLedger(repository, published, { paths, schemas });
  const problems = new Map<string, readonly Issue[]>(schemas.problems());
  problems.set(SITE_PATH, schemas.siteIssues);
  for (const { path, issues } of ledger.files) if (issues.length > 0) problems.set(path, issues);
  const others: MainFile[] = [];
  const take = (file: MainFile): void => {
    if (file.issues.length > 0) problems.set(file.path, file.issues);
    if (file.kind === "entry") {
      const { path, facts } = file;
      rows.put(entryRecord(facts, { path, ledger: ledger.meet(facts, path) }), path);
    } else {
      others.push(file);
    }
  };
  await readMainFiles(repository, paths, { schemas, take, afterChunk: rows.drain });
  return { ...sources, ledger, others, problems };
}

function putFiles(files: FileWriter, { schemaFiles, others, problems }: ReadSite): void {
  for (const { path, after = "", mode = "" } of schemaFiles) files.putSchema(path, after, mode);
  for (const [path, issues] of problems) files.putProblem(path, issues);
  for (const file of others) {
    if (file.kind === "media" && file.record !== undefined)
      files.putMedia(file.path, file.record, file.blob);
  }
}
