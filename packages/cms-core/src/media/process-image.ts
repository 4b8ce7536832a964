import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { MediaVariant } from "../model/media.ts";
import { cleanImage } from "./clean-image.ts";
import { imageFacts } from "./image-facts.ts";
import { CLEANED, type ImageJob, type ProcessedImage, UPLOADED } from "./image-job.ts";
import { decodeImage, makeVariants } from "./make-variants.ts";
import type { ImageFormat } from "./media-kinds.ts";
import { variantName } from "./media-paths.ts";
import { sanitiseSvg } from "./sanitise-svg.ts";

// The decoders of the allow-list and no others: not SVG, TIFF, PDF, or whatever a later version brings.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadHeifBuffer",
    "VipsForeignLoadNsgifBuffer",
  ],
});
// Every image is another one: what is kept would only be memory.
sharp.cache(false);

/**
 * Carries out a job in the upload's folder.
 *
 * @throws CmsError `unreadable_image`
 */
export async function processImage(job: ImageJob): Promise<ProcessedImage> {
  switch (job.kind) {
    case "image":
      return processPicture(job);
    case "svg":
      return processSvg(job.folder);
  }
}

/** Never drawn: what draws it is the visitor's browser, which is made for strangers' files. */
async function processSvg(folder: string): Promise<ProcessedImage> {
  const bytes = await readFile(join(folder, UPLOADED));
  const { bytes: clean, ...size } = sanitiseSvg(bytes);
  await writeFile(join(folder, CLEANED), clean);
  return { rewritten: true, variants: [], ...size };
}

async function processPicture({
  folder,
  format,
  copies = true,
}: {
  readonly folder: string;
  readonly format: ImageFormat;
  readonly copies?: boolean;
}): Promise<ProcessedImage> {
  const bytes = await readFile(join(folder, UPLOADED));
  const image = await cleanImage(bytes, format);
  const pixels = await decodeImage(image);
  // Beside the copies: nothing waits for them.
  const facts = imageFacts(pixels);
  facts.catch(() => undefined);
  const variants: MediaVariant[] = [];
  for await (const { variant, bytes: copy } of copies ? makeVariants(pixels, image) : []) {
    await writeFile(join(folder, variantName(variant)), copy);
    variants.push(variant);
  }
  const rewritten = !bytes.equals(image.bytes);
  if (rewritten) await writeFile(join(folder, CLEANED), image.bytes);
  const { width, height } = image;
  return { rewritten, width, height, variants: variants.toSorted(byWidth), ...(await facts) };
}

function byWidth(a: MediaVariant, b: MediaVariant): number {
  return a.width - b.width;
}
