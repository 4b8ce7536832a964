import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { VARIANT_FORMATS, VARIANT_WIDTHS } from "@loam/cms-core/media";
import sharp, { type Sharp } from "sharp";

/** The child process of `sharp-floor.ts`: creates the variants of photos without uploads. */

process.on("message", (job: { kind: string; photo: string; folder: string }) => {
  const { kind, photo, folder } = job;
  const make = kind === "once" ? copiesOfOneDecoding : copiesOneByOne;
  void make(photo, folder).then(() => process.send?.("done"));
});
process.send?.("ready");

async function copiesOfOneDecoding(photo: string, folder: string): Promise<void> {
  const { data, info } = await sharp(await readFile(photo))
    .autoOrient()
    .resize({ width: Math.max(...VARIANT_WIDTHS) })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const width of VARIANT_WIDTHS) {
    for (const format of VARIANT_FORMATS) {
      const copy = await encode(sharp(data, { raw }).resize({ width }), format).toBuffer();
      await writeFile(join(folder, `copy-${width}.${format}`), copy);
    }
  }
}

async function copiesOneByOne(photo: string, folder: string): Promise<void> {
  for (const width of VARIANT_WIDTHS) {
    for (const format of VARIANT_FORMATS) {
      await encode(sharp(photo).autoOrient().resize({ width }), format).toFile(
        join(folder, `copy-${width}.${format}`),
      );
    }
  }
}

/** Uses the same settings as uploads. */
function encode(image: Sharp, format: (typeof VARIANT_FORMATS)[number]): Sharp {
  return format === "webp"
    ? image.webp({ quality: 80, effort: 2 })
    : image.avif({ quality: 55, effort: 0 });
}
