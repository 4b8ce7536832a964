import type { Issue } from "../../base/errors.ts";
import type { EntryCounts } from "./content-lines.ts";
import type { LinkedMedia } from "./plan-media.ts";

export const MANIFEST_PATH = "manifest.json";
export const BUNDLE_PATH = "repository.bundle";
export const EXPORT_FORMAT = "loam-export";
export const EXPORT_VERSION = 1;

/** A file of the ZIP. */
export interface ExportedFile {
  readonly path: string;
  readonly byteSize: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** `manifest.json`, the last file of an export: what is in it and what is not. */
export interface ExportManifest {
  readonly format: typeof EXPORT_FORMAT;
  readonly version: typeof EXPORT_VERSION;
  readonly site: { readonly id: string; readonly name: string };
  /** The site as it stood at these commits, and at no other. */
  readonly commits: { readonly main: string; readonly published?: string };
  /** The later commit's time, and of every file of the ZIP; it is the same in every export of them. */
  readonly when: string;
  /** What addresses in `published/` begin with. */
  readonly publicUrl: string;
  readonly entries: Readonly<EntryCounts>;
  readonly media: {
    readonly records: number;
    readonly limitBytes: number;
    readonly bundledFiles: number;
    readonly bundledBytes: number;
    /** Beyond the limit. */
    readonly notBundled: readonly LinkedMedia[];
    /** Ids of records whose binary was lost. */
    readonly missing: readonly string[];
  };
  /** Paths of files on `main` that no site has; they are in `repository.bundle` only. */
  readonly otherFiles: readonly string[];
  readonly problems: readonly Issue[];
  /** Every other file, in the order of the ZIP. */
  readonly files: readonly ExportedFile[];
}

/** A file's line of the manifest: one each, so that two exports can be compared with any tool. */
export function manifestLine(file: ExportedFile): string {
  return `    ${JSON.stringify(file)}`;
}

/** @param lines of its files, as `manifestLine` makes them */
export function* printManifest(
  head: Omit<ExportManifest, "files">,
  lines: readonly string[],
): Generator<Buffer> {
  const start = JSON.stringify(head, undefined, 2).replace(/\n\}$/, "");
  yield Buffer.from(`${start},\n  "files": [\n`);
  for (const [index, line] of lines.entries()) {
    yield Buffer.from(index === 0 ? line : `,\n${line}`);
  }
  yield Buffer.from("\n  ]\n}\n");
}
