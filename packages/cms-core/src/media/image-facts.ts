import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { Pixels } from "./make-variants.ts";

export interface ImageFacts {
  /** ThumbHash in base64: a blurred picture of some 25 bytes. */
  readonly thumbHash: string;
  /** The colour that most of the picture has, `#rrggbb`; absent where it is transparent. */
  readonly dominantColor?: string;
}

/** The largest that a ThumbHash is made of, in pixels. */
const SIDE = 100;

/** What can be shown of an image before it has loaded. */
export async function imageFacts({ data, raw }: Pixels): Promise<ImageFacts> {
  const { data: rgba, info } = await sharp(data, { raw })
    .resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true, fastShrinkOnLoad: false })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hash = rgbaToThumbHash(info.width, info.height, rgba);
  const dominantColor = findDominantColor(rgba);
  return {
    thumbHash: Buffer.from(hash).toString("base64"),
    ...(dominantColor === undefined ? {} : { dominantColor }),
  };
}

/** Of colours that differ little, 16 steps a channel, the most frequent; the mean of its pixels. */
function findDominantColor(rgba: Uint8Array): string | undefined {
  const groups = new Map<number, { count: number; red: number; green: number; blue: number }>();
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    if ((rgba[at + 3] ?? 0) < 128) continue;
    const red = rgba[at] ?? 0;
    const green = rgba[at + 1] ?? 0;
    const blue = rgba[at + 2] ?? 0;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const group = groups.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    group.count += 1;
    group.red += red;
    group.green += green;
    group.blue += blue;
    groups.set(key, group);
  }
  const [first] = [...groups.values()].toSorted((a, b) => b.count - a.count);
  if (first === undefined) return undefined;
  const channels = [first.red, first.green, first.blue];
  return `#${channels.map((sum) => hex(Math.round(sum / first.count))).join("")}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(2, "0");
}
