import { access, constants, readdir } from "node:fs/promises";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import {
  checkedMedia,
  type CheckedMedia,
  createVariantMaker,
  openMediaBucket,
  openMediaFolder,
} from "@loam/cms-core/media";
import {
  openPublicBucket,
  openPublicFolder,
  type PublicFiles,
  type PublicStorage,
  readPublicBucket,
  readPublicFolder,
} from "@loam/cms-core/publish";
import { createS3Bucket, type S3Bucket } from "@loam/cms-core/s3";
import type { HqConfig } from "../config/config.ts";
import type { StorageAddress } from "../config/storage-address.ts";

/** Location of the files of every site, for the HTTP route that serves them. */
type PublicSource =
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "bucket"; readonly bucket: S3Bucket };

/** The storages of one HQ process, opened on first use. */
export interface Storages {
  /** All sites, each in a folder named after its id. */
  readonly publicSource: PublicSource;
  /** Opens the public files of one site, for the only process that writes them. */
  openPublic(siteId: string): Promise<PublicStorage>;
  /** Opens the public files of one site for reading alongside that process. */
  readPublic(siteId: string): PublicFiles;
  /** Returns the hash of the file in media storage that starts with `prefix` (16 digits), or undefined. */
  findMedia(prefix: string): Promise<string | undefined>;
  /** Never returns a damaged object, and creates damaged variants of images again. */
  openMedia(): Promise<CheckedMedia>;
  close(): Promise<void>;
}

type StorageConfig = Pick<HqConfig, "publicStorage" | "mediaStorage" | "s3Credentials">;

/** @param scratch - folder for files in progress */
export function connectStorages(config: StorageConfig, scratch: string): Storages {
  const buckets: S3Bucket[] = [];
  const connect: Connect = (address) => {
    const bucket = connectBucket(address, config);
    buckets.push(bucket);
    return bucket;
  };
  const source = toPublicSource(config.publicStorage, connect);
  let media: Promise<OpenedMedia> | undefined;
  let mediaBucket: S3Bucket | undefined;
  /** Lists the names in the storage folder for files whose hashes start with the same two digits. */
  async function storageNames(prefix: string): Promise<readonly string[]> {
    const { mediaStorage: address } = config;
    const place = prefix.slice(0, 2);
    if (address.kind === "folder") return readdir(join(address.folder, place)).catch(() => []);
    mediaBucket ??= connect(address);
    const names: string[] = [];
    for await (const { key } of mediaBucket.below(place).list())
      names.push(key.split("/")[0] ?? "");
    return names;
  }
  return {
    publicSource: source,
    openPublic: async (siteId) =>
      source.kind === "folder"
        ? openPublicFolder(join(source.folder, siteId))
        : openPublicBucket(source.bucket.below(siteId)),
    readPublic: (siteId) =>
      source.kind === "folder"
        ? readPublicFolder(join(source.folder, siteId))
        : readPublicBucket(source.bucket.below(siteId)),
    findMedia: async (prefix) => findHash(await storageNames(prefix), prefix),
    async openMedia() {
      media ??= openMediaAt(config.mediaStorage, { connect, scratch });
      return (await media).storage;
    },
    async close() {
      await (await media)?.close();
      for (const bucket of buckets) bucket.close();
    },
  };
}

function findHash(names: readonly string[], prefix: string): string | undefined {
  return names.find((name) => name.startsWith(prefix) && /^[0-9a-f]{64}$/.test(name));
}

type Connect = (address: StorageAddress & { kind: "s3" }) => S3Bucket;

function toPublicSource(address: StorageAddress, connect: Connect): PublicSource {
  return address.kind === "folder"
    ? { kind: "folder", folder: address.folder }
    : { kind: "bucket", bucket: connect(address) };
}

interface OpenedMedia {
  readonly storage: CheckedMedia;
  close(): Promise<void>;
}

async function openMediaAt(
  address: StorageAddress,
  { connect, scratch }: { readonly connect: Connect; readonly scratch: string },
): Promise<OpenedMedia> {
  const storage =
    address.kind === "folder"
      ? await openMediaFolder(address.folder)
      : openMediaBucket(connect(address));
  const variants = createVariantMaker({ storage, folder: scratch });
  return { storage: checkedMedia(storage, variants.remake), close: () => variants.close() };
}

function connectBucket(
  { location }: StorageAddress & { kind: "s3" },
  { s3Credentials: credentials }: StorageConfig,
): S3Bucket {
  return createS3Bucket(location, { credentials });
}

/**
 * Checks whether a storage is usable, as far as possible without writing to it.
 *
 * @throws CmsError `data_dir_unusable`, `storage_failed` with a sentence that says what to do.
 */
export async function checkStorage(address: StorageAddress, config: StorageConfig): Promise<void> {
  if (address.kind === "folder") {
    await checkFolder(address.folder);
    return;
  }
  const bucket = connectBucket(address, config);
  try {
    await bucket.check();
  } finally {
    bucket.close();
  }
}

async function checkFolder(folder: string): Promise<void> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const missing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    throw new CmsError(
      "data_dir_unusable",
      missing ? "it does not exist yet" : "it is not writable; check its owner and permissions",
      { cause },
    );
  }
}
