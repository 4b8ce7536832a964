import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "@tus/file-store";
import type { Hq } from "../hq.ts";
import { uploadGone } from "./tus.ts";

/** An unfinished upload. */
export interface PartialUpload {
  readonly id: string;
  readonly filename: string;
  readonly size: number;
  /** Number of received bytes. */
  readonly offset: number;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** The owner of an upload. No one else learns that it exists. */
export interface UploadOwner {
  readonly siteId: string;
  readonly userId: string;
}

/** The uploads stored in the folder. */
export interface KeptUploads {
  /** @throws CmsError `not_found`, even for an upload of someone else */
  find(owner: UploadOwner, id: string): Promise<PartialUpload>;
  /** Returns the metadata to store with a new upload. */
  labelOf(owner: UploadOwner, filename: string): Readonly<Record<string, string>>;
  /** Removes expired uploads. @returns the remaining uploads of the owner, oldest first */
  clean(owner?: UploadOwner): Promise<readonly PartialUpload[]>;
}

const KEPT_MS = 24 * 60 * 60 * 1000;
const ID = /^[a-z2-7]{32}$/;

interface Stored extends PartialUpload {
  readonly owner: string;
}

export function openKeptUploads(store: FileStore, { now }: Pick<Hq, "now">): KeptUploads {
  const { directory } = store;
  const isOver = ({ expiresAt }: PartialUpload): boolean =>
    Date.parse(expiresAt) <= now().getTime();
  const clean = async (): Promise<readonly Stored[]> => {
    const ids = new Set((await readdir(directory)).map((name) => name.replace(/\.json$/, "")));
    const left: Stored[] = [];
    for (const id of ids) {
      const found = await readStored(store, id);
      if (found !== undefined && !isOver(found)) left.push(found);
      // An unreadable upload might be one that another process is creating.
      else if (found !== undefined || (await isOld(join(directory, id), now()))) {
        for (const name of [id, `${id}.json`]) await rm(join(directory, name), { force: true });
      }
    }
    return left.toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt));
  };
  return {
    async find(owner, id) {
      const found = ID.test(id) ? await readStored(store, id) : undefined;
      if (found?.owner === ownerText(owner) && !isOver(found)) return withoutOwner(found);
      throw uploadGone();
    },
    labelOf: (owner, filename) => ({
      filename,
      owner: ownerText(owner),
      createdAt: now().toISOString(),
    }),
    async clean(owner) {
      const left = await clean();
      return left.filter((one) => owner && one.owner === ownerText(owner)).map(withoutOwner);
    },
  };
}

async function readStored(store: FileStore, id: string): Promise<Stored | undefined> {
  const found = await store.getUpload(id).catch(() => undefined);
  const { owner, createdAt, filename } = found?.metadata ?? {};
  if (found?.size === undefined || !owner || !createdAt || !filename) return undefined;
  const { size, offset } = found;
  const expiresAt = new Date(Date.parse(createdAt) + KEPT_MS).toISOString();
  return { id, filename, size, offset, expiresAt, owner };
}

async function isOld(path: string, now: Date): Promise<boolean> {
  const found = await stat(path).catch(async () => stat(`${path}.json`).catch(() => undefined));
  return found !== undefined && found.mtimeMs + KEPT_MS <= now.getTime();
}

function ownerText({ siteId, userId }: UploadOwner): string {
  return `${siteId} ${userId}`;
}

function withoutOwner({ owner: _owner, ...upload }: Stored): PartialUpload {
  return upload;
}
