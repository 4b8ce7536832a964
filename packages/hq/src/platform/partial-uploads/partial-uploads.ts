import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { createKeyedMutex } from "@loam/cms-core/lock";
import { MEDIA_LIMITS } from "@loam/cms-core/media";
import { FileStore } from "@tus/file-store";
import type { Logger } from "pino";
import { ensureFolder } from "../data-folder/data-folder.ts";
import type { Hq } from "../hq.ts";
import { allowSlow } from "../http/end-connections.ts";
import { randomText } from "../secrets/secret-token.ts";
import { openKeptUploads, type PartialUpload, type UploadOwner } from "./kept-uploads.ts";
import { createTus, type TusHeaders } from "./tus.ts";

/** Resumable uploads, stored in the data folder. */
export interface PartialUploads {
  /**
   * Starts an upload. If its owner has too many unfinished ones, the oldest is removed. @throws CmsError `too_large`
   */
  create(
    owner: UploadOwner,
    file: { readonly filename: string; readonly size: number },
  ): Promise<{ readonly upload: PartialUpload; readonly headers: TusHeaders }>;
  /** Returns how much was received. @throws CmsError `not_found` */
  read(
    owner: UploadOwner,
    id: string,
  ): Promise<{ readonly upload: PartialUpload; readonly headers: TusHeaders }>;
  /** Appends the part in a request. @throws CmsError as `Tus.append` */
  append(owner: UploadOwner, id: string, request: IncomingMessage): Promise<TusHeaders>;
  /**
   * Passes a complete file to `use`, one caller at a time. The file is deleted if `use` succeeds, and kept if it fails.
   *
   * @throws CmsError `not_found`, and errors of `use`
   */
  take<T>(
    owner: UploadOwner,
    id: string,
    use: (complete: PartialUpload & { readonly file: string }) => Promise<T>,
  ): Promise<T>;
  /** @throws CmsError `not_found` */
  remove(owner: UploadOwner, id: string): Promise<TusHeaders>;
  close(): Promise<void>;
}

const CLEAN_MS = 60 * 60 * 1000;
/** Per user and site. The dashboard sends two at a time, and few are paused. */
const MAX_UPLOADS = 20;
const IDLE_MS = MEDIA_LIMITS.stallSeconds * 1000;

/** Opens the uploads and removes expired ones: now, and every hour until closed. */
export async function openPartialUploads(
  { paths: { partialUploads: directory }, now }: Pick<Hq, "paths" | "now">,
  { log }: { readonly log: Logger },
): Promise<PartialUploads> {
  ensureFolder(directory);
  const store = new FileStore({ directory });
  const tus = createTus(store);
  const uploads = openKeptUploads(store, { now });
  const taking = createKeyedMutex<string>();
  await uploads.clean();
  const timer = setInterval(() => {
    uploads.clean().catch((error: unknown) => {
      log.error({ err: error }, "Expired uploads could not be removed.");
    });
  }, CLEAN_MS).unref();
  return {
    async create(owner, { filename, size }) {
      const mine = await uploads.clean(owner);
      const tooMany = Math.max(0, mine.length - MAX_UPLOADS + 1);
      for (const { id } of mine.slice(0, tooMany)) await tus.remove(id);
      const id = randomText(32);
      const headers = await tus.create(id, { size, kept: uploads.labelOf(owner, filename) });
      return { upload: await uploads.find(owner, id), headers };
    },
    async read(owner, id) {
      await uploads.find(owner, id);
      const headers = await tus.head(id);
      return { upload: await uploads.find(owner, id), headers };
    },
    async append(owner, id, request) {
      await uploads.find(owner, id);
      allowSlow(request);
      request.setTimeout(IDLE_MS, () => request.destroy());
      try {
        return await tus.append(id, request);
      } finally {
        request.setTimeout(0);
      }
    },
    take: async (owner, id, use) =>
      taking.run(id, async () => {
        const upload = await uploads.find(owner, id);
        const result = await use({ ...upload, file: join(directory, id) });
        await tus.remove(id);
        return result;
      }),
    async remove(owner, id) {
      await uploads.find(owner, id);
      return tus.remove(id);
    },
    close() {
      clearInterval(timer);
      return Promise.resolve();
    },
  };
}
