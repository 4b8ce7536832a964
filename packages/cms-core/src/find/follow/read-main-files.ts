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

/** What a file of `main` that is no schema says. */
export type MainFile =
  | { readonly kind: "entry"; readonly path: string; readonly facts: VersionFacts }
  | {
      readonly kind: "media";
      readonly path: string;
      readonly blob: string;
      /** Undefined where it cannot be read. */
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

/** Reads the entries and media records among these, in bulk, and gives them out one after the other. */
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

/** The files to read; `take` is given links and submodules, which are not. */
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
      // No schema makes a link or a submodule readable.
      const facts = { ...unreadFacts(identity, { blob, issues }), settled: true };
      take({ kind: "entry", path, facts });
    }
  }
}

/** What reading a commit that the repository has damaged or lost ends with. */
const UNREADABLE: ReadonlySet<string> = new Set(["git_failed", "repository_broken"]);

/** So many commits, a batch of saves, are compared one by one; the log of more is read in one go. */
const FEW = 64;

interface ChangeRange {
  readonly to: string;
  /** The commits on the way. @default from the first commit of all */
  readonly steps?: readonly CommitStep[] | undefined;
}

interface EachChange extends ChangeRange {
  /** Folders to look at. @default all */
  readonly paths?: readonly string[];
  /** Given one change after the other, newest commit first, until it returns false. */
  readonly take: (change: FileChange & { readonly touch: Touch }) => boolean;
}

/** What commits changed on the way of first parents. */
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

/** Where a commit of long ago is damaged, nobody knows what it changed; what is there now can still be read. */
export async function asFarAsKept(walk: Promise<void>): Promise<void> {
  try {
    await walk;
  } catch (error) {
    if (!isCmsError(error) || !UNREADABLE.has(error.code)) throw error;
  }
}

/**
 * Who last changed each file, and when, by path.
 *
 * @param missing to be looked for only until all of these are found
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
  if (missing?.size !== 0) await asFarAsKept(eachChange(repository, { ...range, take }));
  return touches;
}
