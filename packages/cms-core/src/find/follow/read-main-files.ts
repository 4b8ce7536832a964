import { isCmsError, type Issue } from "../../base/errors.ts";
import { classifyPath, type FileIdentity } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import type { Touch } from "../../git/read/change-log.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { CommitStep } from "../../git/read/first-parents.ts";
import { eachFile } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteFile } from "../../site/read/file-facts.ts";
import type { SiteSchemas } from "../schema/entry-state.ts";
import { readVersionFacts, unreadFacts, type VersionFacts } from "../schema/version-facts.ts";

/** What a file of `main` that is no schema says. */
export type MainFile = { readonly path: string; readonly issues: readonly Issue[] } & (
  | { readonly kind: "entry"; readonly facts: VersionFacts }
  | {
      readonly kind: "media";
      readonly id: string;
      readonly blob: string;
      readonly record: MediaRecord | undefined;
    }
  | { readonly kind: "misplaced" }
);

type EntryOrMedia = FileIdentity & { readonly kind: "entry" | "media" };

interface WantedFile {
  readonly path: string;
  readonly blob: string;
  readonly identity: EntryOrMedia;
}

interface ReadMainFiles {
  readonly schemas: SiteSchemas;
  readonly take: (file: MainFile) => void;
}

/**
 * Reads the entries, media records and misnamed files among these, in bulk, and gives them out one
 * after the other.
 */
export async function readMainFiles(
  repository: GitRepository,
  files: readonly FileChange[],
  { schemas, take }: ReadMainFiles,
): Promise<void> {
  const wanted = [...wantedFiles(files, schemas, take)];
  for await (const [file, bytes] of eachFile(repository, wanted, ({ blob }) => blob)) {
    const { path, blob, identity } = file;
    if (identity.kind === "media") {
      take(mediaFile(identity.id, { path, blob, bytes }));
    } else {
      const state = schemas.typeOf(identity.apiId);
      const facts = readVersionFacts({ path, blob, bytes }, identity, state);
      take({ kind: "entry", path, facts, issues: facts.issues });
    }
  }
}

/** The files to read; `take` is given those of which the name says enough. */
function* wantedFiles(
  files: readonly FileChange[],
  { site }: SiteSchemas,
  take: ReadMainFiles["take"],
): Generator<WantedFile> {
  for (const file of files) {
    const { after: blob, path } = file;
    if (blob === undefined) continue;
    const identity = classifyPath(path, site);
    if (identity.kind === "other" && identity.issue !== undefined) {
      take({ kind: "misplaced", path, issues: [identity.issue] });
    }
    if (identity.kind !== "entry" && identity.kind !== "media") continue;
    const irregular = irregularIssue(file);
    if (irregular === undefined) yield { path, blob, identity };
    else take(unreadFile(path, identity, { blob, issues: [irregular] }));
  }
}

function irregularIssue({ path, mode = "100644" }: FileChange): Issue | undefined {
  if (mode === "100644" || mode === "100755") return undefined;
  const message = `${path} is a symbolic link or a submodule; only files are read.`;
  return { code: "invalid_path", message, path };
}

function unreadFile(
  path: string,
  identity: EntryOrMedia,
  { blob, issues }: { readonly blob: string; readonly issues: readonly Issue[] },
): MainFile {
  if (identity.kind === "media") {
    return { kind: "media", id: identity.id, path, blob, record: undefined, issues };
  }
  // No schema makes a link or a submodule readable.
  const facts = { ...unreadFacts(identity, { blob, issues }), settled: true };
  return { kind: "entry", path, facts, issues };
}

function mediaFile(id: string, { path, blob, bytes }: Omit<SiteFile, "mode">): MainFile {
  const file = { kind: "media", id, path, blob } as const;
  try {
    return { ...file, record: { ...parseMediaFile(bytes, path), id }, issues: [] };
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const { code, message, issues } = error;
    const own = issues.length > 0 ? issues : [{ code, message, path }];
    return { ...file, record: undefined, issues: own };
  }
}

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
  if (missing?.size !== 0) await eachChange(repository, { ...range, take });
  return touches;
}
