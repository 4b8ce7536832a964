import { isCmsError, type Issue } from "../../base/errors.ts";
import { classifyPath, type FileIdentity } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteFile } from "../../site/read/file-facts.ts";
import { inChunks } from "../schema/database.ts";
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

export interface ReadMainFiles {
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
  await inChunks(repository, wantedFiles(files, schemas, take), {
    oidOf: ({ blob }) => blob,
    take: ({ path, blob, identity }, bytes) => {
      if (identity.kind === "media") {
        take(mediaFile(identity.id, { path, blob, bytes }));
      } else {
        const state = schemas.typeOf(identity.apiId);
        const facts = readVersionFacts({ path, blob, bytes }, identity, state);
        take({ kind: "entry", path, facts, issues: facts.issues });
      }
    },
  });
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
