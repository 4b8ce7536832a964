import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CmsError } from "@loam/cms-core";
import { openExport, type SiteExport, writeExportFile } from "@loam/cms-core/export";
import { openRepository } from "@loam/cms-core/git";
import { isPublishing } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import {
  configuredBaseUrl,
  configuredPublicUrl,
  siteGitDir,
} from "../../sites/publisher/site-publisher.ts";
import { contentUrl } from "../media/media-answer.ts";

/** The result of an export. */
export interface ExportReport {
  /** Absent if it was written to standard output. */
  readonly file?: string;
  readonly byteSize: number;
  readonly files: number;
  readonly commits: SiteExport["commits"];
  readonly media: {
    readonly bundled: number;
    readonly notBundled: number;
    readonly missing: readonly string[];
  };
}

export interface ExportTarget {
  /** A file or folder. @default the current folder */
  readonly output: string | undefined;
  readonly folder: string;
  /** Whether to overwrite an existing file. */
  readonly force: boolean;
  /** Receives the bytes if the output is `-`. */
  readonly pipe: (bytes: AsyncIterable<Uint8Array>) => Promise<void>;
  readonly onFile: (count: number, path: string) => void;
}

/**
 * Exports a site's current state, even next to a running server.
 *
 * @throws CmsError `conflict` if the file exists, and as `openExport`
 */
export async function exportSite(
  hq: Hq,
  siteId: string,
  { output, folder, force, pipe, onFile }: ExportTarget,
): Promise<ExportReport> {
  const publicUrl = `${configuredPublicUrl(hq.config)}/${siteId}`;
  const baseUrl = configuredBaseUrl(hq.config);
  const repository = await openRepository(siteGitDir(hq, siteId));
  try {
    let files = 0;
    const created = await openExport({
      repository,
      media: await hq.storages.openMedia(),
      publicUrl,
      publishing: await isPublishing(hq.database, siteId),
      ...(baseUrl !== undefined && { contentUrl: (id) => contentUrl(baseUrl, siteId, id) }),
      onFile: (count, path) => onFile((files = count), path),
    });
    const file = output === "-" ? undefined : resolve(folder, output ?? created.filename);
    if (file !== undefined && !force && existsSync(file)) {
      throw new CmsError("conflict", `${file} already exists. Use --force to overwrite it.`);
    }
    const byteSize =
      file === undefined
        ? await pipeCounted(created, pipe)
        : await writeExportFile(file, created.zip());
    const { bundled, linked, missing } = created.media;
    return {
      ...(file === undefined ? {} : { file }),
      byteSize,
      files,
      commits: created.commits,
      media: { bundled: bundled.length, notBundled: linked.length, missing },
    };
  } finally {
    await repository.close();
  }
}

async function pipeCounted(created: SiteExport, pipe: ExportTarget["pipe"]): Promise<number> {
  let byteSize = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of created.zip()) {
      byteSize += chunk.length;
      yield chunk;
    }
  }
  await pipe(counted());
  return byteSize;
}
