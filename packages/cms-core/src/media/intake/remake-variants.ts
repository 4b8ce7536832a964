import { createReadStream, createWriteStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { CmsError, ifFound } from "../../base/errors.ts";
import { createKeyedMutex } from "../../base/lock.ts";
import { VARIANT_FORMATS } from "../../model/media.ts";
import { UPLOADED } from "../image/image-job.ts";
import { createImageProcesses, type ImageProcesses } from "../image/image-processes.ts";
import { hashFile, sniffMedia } from "../kinds/sniff-media.ts";
import {
  checkedMedia,
  parseSums,
  printSums,
  type RemakeVariant,
} from "../storage/checked-media.ts";
import { type MediaStorage, originalKey, sumsKey } from "../storage/media-storage.ts";
import { checkFile } from "./ingest-media.ts";
import { openWorkFolder, type WorkFolder } from "./work-folder.ts";

/** Creates variants of stored images again. */
export interface VariantMaker {
  /** @throws CmsError `not_found`, `media_damaged`, `unreadable_image`, `image_processing_failed` */
  readonly remake: RemakeVariant;
  /** Cancels work in progress and removes its files. */
  close(): Promise<void>;
}

interface VariantMakerOptions {
  readonly storage: MediaStorage;
  /** Folder for the files in progress. */
  readonly folder: string;
}

interface Workshop {
  readonly work: WorkFolder;
  readonly images: ImageProcesses;
}

/** Opens its work folder and starts a process only when a variant must be made. */
export function createVariantMaker({ storage, folder }: VariantMakerOptions): VariantMaker {
  const originals = checkedMedia(storage);
  // The hashes of all variants of a binary are in one file.
  const binaries = createKeyedMutex<string>();
  let opened: Promise<Workshop> | undefined;
  return {
    async remake(key) {
      const place = parseVariantKey(key);
      opened ??= openWorkshop(folder);
      const { work, images } = await opened;
      const scratch = await work.make();
      try {
        await fetchOriginal(originals, place, join(scratch, UPLOADED));
        const path = join(scratch, place.name);
        await makeFile(images, scratch, place);
        await checkFile(path);
        await binaries.run(place.sha256, async () => {
          // If HQ ends in between, the variant differs from its hash and is made again.
          await storage.replace(key, { file: path });
          await storeHash(storage, place, { path, sums: join(scratch, "sums") });
        });
      } finally {
        await rm(scratch, { recursive: true, force: true }).catch(() => undefined);
      }
    },
    async close() {
      const workshop = await opened;
      workshop?.images.close();
      await workshop?.work.remove();
    },
  };
}

async function openWorkshop(folder: string): Promise<Workshop> {
  const work = await openWorkFolder(folder);
  return { work, images: createImageProcesses({ folder: work.path }) };
}

interface VariantPlace {
  readonly sha256: string;
  /** Such as `640.webp`. */
  readonly name: string;
  readonly width: number;
  readonly format: (typeof VARIANT_FORMATS)[number];
}

function parseVariantKey(key: string): VariantPlace {
  const [, sha256, name = ""] = key.split("/");
  const [width, extension] = name.split(".");
  const format = VARIANT_FORMATS.find((one) => one === extension);
  if (sha256 === undefined || format === undefined) {
    throw new CmsError("not_found", `${key} is not a variant.`);
  }
  return { sha256, name, width: Number(width), format };
}

async function fetchOriginal(
  originals: MediaStorage,
  { sha256 }: VariantPlace,
  path: string,
): Promise<void> {
  const object = await originals.open(originalKey({ sha256 }));
  const bytes = object.kind === "file" ? createReadStream(object.path) : object.stream;
  await pipeline(bytes, createWriteStream(path));
}

async function makeFile(
  images: ImageProcesses,
  folder: string,
  { width, format }: VariantPlace,
): Promise<void> {
  const kind = await sniffMedia(join(folder, UPLOADED), { filename: "original", svg: false });
  if (kind.kind !== "image") {
    throw new CmsError("unsupported_media_type", "Only images have variants.");
  }
  const variant = { width, format };
  await images.run({ kind: "variant", folder, format: kind.format, variant });
}

async function storeHash(
  storage: MediaStorage,
  { sha256, name }: VariantPlace,
  { path, sums }: { readonly path: string; readonly sums: string },
): Promise<void> {
  const key = sumsKey({ sha256 });
  const stored = await ifFound(storage.read(key));
  const hashes = new Map(Object.entries((stored && parseSums(stored)) ?? {}));
  hashes.set(name, await hashFile(path));
  await writeFile(sums, printSums(hashes));
  await storage.replace(key, { file: sums });
}
