import { isCmsError, type Issue, readOr } from "../../base/errors.ts";
import { classifyPath, type FileIdentity } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import type { Touch } from "../../git/read/change-log.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { CommitStep } from "../../git/read/first-parents.ts";
import { damagedFile, eachFileThere } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteIndex } from "../../site/read/site-index.ts";
import { readVersionFacts, unreadFacts, type VersionFacts } from "../schema/version-facts.ts";

/** Content of a file of `main` that isn't a schema. */
export type MainFile =
  | { readonly kind: "entry"; readonly path: string; readonly facts: VersionFacts }
  | {
      readonly kind: "media";
      readonly path: string;
      readonly blob: string;
      /** Undefined if it cannot be read. */
      readonly record: MediaRecord | undefined;
    };

type EntryOrMedia = FileIdentity & { readonly kind: "entry" | "media" };

interface WantedFile {
  readonly path: string;
  readonly blob: string;
  readonly identity: EntryOrMedia;
}

interface ReadMainFiles {
  readonly schemas: SiteIndex;
  readonly take: (file: MainFile) => void;
}

/** Reads the entries and media records among these files in bulk, and passes them on one by one. */
export async function readMainFiles(
  repository: GitRepository,
  files: readonly FileChange[],
  { schemas, take }: ReadMainFiles,
): Promise<void> {
  const wanted = [...wantedFiles(files, schemas, take)];
  for await (const [file, bytes] of eachFileThere(repository, wanted, ({ blob }) => blob)) {
    const { path, blob, identity } = file;
    if (identity.kind === "media") {
      const record = bytes && readOr(() => parseMediaFile(bytes, path), undefined);
      take({ kind: "media", path, blob, record: record && { ...record, id: identity.id } });
    } else if (bytes === undefined) {
      const { code, message } = damagedFile(path, blob);
      const facts = unreadFacts(identity, { blob, issues: [{ code, message, path }] });
      take({ kind: "entry", path, facts });
    } else {
      const state = schemas.typeState(identity.apiId);
      take({
        kind: "entry",
        path,
        facts: readVersionFacts({ path, blob, bytes }, identity, state),
      });
    }
  }
}

/** Yields the files to read. Calls `take` for links and submodules, which aren't read. */
function* wantedFiles(
  files: readonly FileChange[],
  { site }: SiteIndex,
  take: ReadMainFiles["take"],
): Generator<WantedFile> {
  for (const { after: blob, path, mode = "100644" } of files) {
    if (blob === undefined) continue;
    const identity = classifyPath(path, site);
    if (identity.kind !== "entry" && identity.kind !== "media") continue;
    if (mode === "100644" || mode === "100755") yield { path, blob, identity };
    else if (identity.kind === "media") take({ kind: "media", path, blob, record: undefined });
    else {
      const message = `${path} is a symbolic link or submodule. Only regular files are read.`;
      const issues: readonly Issue[] = [{ code: "invalid_path", message, path }];
      // No schema can make a link or a submodule readable.
      const facts = { ...unreadFacts(identity, { blob, issues }), settled: true };
      take({ kind: "entry", path, facts });
    }
  }
}

/** Error codes for reading a commit that is damaged or lost in the repository. */
const UNREADABLE: ReadonlySet<string> = new Set(["git_failed", "repository_broken"]);

/** Up to this number of commits, such as a batch of saves, each is compared; more are read with one log. */
const FEW = 64;

interface ChangeRange {
  readonly to: string;
  /** The commits in between. @default from the root commit */
  readonly steps?: readonly CommitStep[] | undefined;
}

interface EachChange extends ChangeRange {
  /** Folders to include. @default all */
  readonly paths?: readonly string[];
  /** Receives the changes one by one, newest commit first, until it returns false. */
  readonly take: (change: FileChange & { readonly touch: Touch }) => boolean;
}

/** Passes on the changes of commits along first parents. */
export async function eachChange(
  repository: GitRepository,
  { to, steps, paths = [], take }: EachChange,
): Promise<void> {
  if (steps === undefined || steps.length > FEW) {
    const since = steps?.[0]?.parent;
    return repository.readChangeLog(to, { ...(since && { since }), paths, take });
  }
  for (const touch of steps.toReversed()) {
    const changes = await repository.changedFiles(touch.parent, touch.commit);
    if (!changes.every((change) => take({ ...change, touch }))) return;
  }
}

/** Ignores damaged old commits: their changes are unknown, but the current files can still be read. */
export async function ignoreDamagedHistory(walk: Promise<void>): Promise<void> {
  try {
    await walk;
  } catch (error) {
    if (!isCmsError(error) || !UNREADABLE.has(error.code)) throw error;
  }
}

/**
 * Returns the last author and time of each file, by path.
 *
 * @param missing - stops once all of these are found
 */
export async function lastTouches(
  repository: GitRepository,
  range: ChangeRange,
  missing?: Set<string>,
): Promise<ReadonlyMap<string, Touch>> {
  const touches = new Map<string, Touch>();
  const take: EachChange["take"] = ({ path, touch }) => {
    if (!touches.has(path) && missing?.delete(path) !== false) touches.set(path, touch);
    return missing?.size !== 0;
  };
  if (missing?.size !== 0) await ignoreDamagedHistory(eachChange(repository, { ...range, take }));
  return touches;
}
