import type { ImageTransform, LocalImageService } from "astro";
import sharp from "astro/assets/services/sharp";
import { findHost } from "../content/server-host.ts";
import type { CmsMedia } from "../schema/published-shapes.ts";
import { chooseVariant, formatOf } from "./choose-variant.ts";
import { mediaByUrl } from "./media-by-url.ts";
import { croppingOf } from "./picture.ts";

type ImageConfig = Parameters<LocalImageService["getURL"]>[1];
type Logger = Parameters<LocalImageService["getURL"]>[2];

/** Key under which a transform stores its image. A symbol, so that Astro prints no attribute for it. */
const MEDIA = Symbol("loam media");

type MediaTransform = ImageTransform & { [MEDIA]?: CmsMedia };

/**
 * Wraps Astro's own image service. CMS images are displayed from the variants created at upload: their URL is returned
 * unchanged, so that Astro neither downloads nor converts anything.
 */
const service: LocalImageService = {
  ...sharp,
  async validateOptions(options: MediaTransform, config, logger) {
    const media = await mediaOf(options, config);
    if (!media) return validated(options, config, logger);
    const size = displaySize(options, media);
    const format = formatOf(media, options.format);
    const { url } = chooseVariant(media, format, size.width);
    const { layout: _, fit: __, ...rest } = options;
    return { ...cropStyle(size, media), ...rest, ...size, src: url, format, [MEDIA]: media };
  },
  getURL(options: MediaTransform, config, logger) {
    const { src } = options;
    return options[MEDIA] && typeof src === "string" ? src : sharp.getURL(options, config, logger);
  },
  async getSrcSet(options: MediaTransform, config, logger) {
    const media = options[MEDIA];
    return media
      ? filesOf(options, media)
      : ((await sharp.getSrcSet?.(options, config, logger)) ?? []);
  },
  async getRemoteSize(url, config, logger) {
    const media = (await known(config)).get(url);
    if (media?.width === undefined || media.height === undefined) {
      return sharp.getRemoteSize?.(url, config, logger) ?? Promise.reject(new Error(url));
    }
    return { width: media.width, height: media.height, format: "webp" };
  },
};
// oxlint-disable-next-line import/no-default-export -- as Astro takes a service
export default service;

type SrcSet = Awaited<ReturnType<NonNullable<LocalImageService["getSrcSet"]>>>;

/** Returns the files for the requested widths or densities, without duplicates. */
function filesOf(options: MediaTransform, media: CmsMedia): SrcSet {
  const { widths = [], densities = [], ...transform } = options;
  const format = formatOf(media, options.format);
  const shown = options.width ?? media.width ?? 0;
  const wanted = [
    ...widths,
    ...densities.map((density) => shown * Number.parseFloat(String(density))),
  ];
  const files = new Map(
    wanted
      .map((width) => chooseVariant(media, format, width))
      .flatMap(({ url, width }) => (width === undefined ? [] : [[url, width] as const])),
  );
  return [...files]
    .toSorted(([, a], [, b]) => a - b)
    .map(([url, width]) => {
      const file: MediaTransform = { ...transform, src: url, width, [MEDIA]: media };
      const descriptor = descriptorOf(width, shown, densities.length > 0);
      return { transform: file, descriptor, attributes: {} };
    });
}

function descriptorOf(width: number, shown: number, byDensity: boolean): string {
  return byDensity && shown > 0 ? `${Number((width / shown).toFixed(2))}x` : `${width}w`;
}

async function validated(
  options: ImageTransform,
  config: ImageConfig,
  logger: Logger,
): Promise<ImageTransform> {
  return (await sharp.validateOptions?.(options, config, logger)) ?? options;
}

async function mediaOf(
  { src }: ImageTransform,
  config: ImageConfig,
): Promise<CmsMedia | undefined> {
  return typeof src === "string" ? (await known(config)).get(src) : undefined;
}

async function known(config: ImageConfig): Promise<ReadonlyMap<string, CmsMedia>> {
  const options: unknown = config.service.config["loam"];
  return mediaByUrl(await findHost(options, () => {}).content());
}

/** Returns the original size by default. If only the width or height is given, keeps the aspect ratio. */
function displaySize(
  { width, height }: ImageTransform,
  media: CmsMedia,
): { readonly width: number; readonly height: number } {
  const [w, h] = [media.width ?? 0, media.height ?? 0];
  if (width !== undefined) return { width, height: height ?? Math.round((width * h) / w) };
  if (height !== undefined) return { width: Math.round((height * w) / h), height };
  return { width: w, height: h };
}

/** For another aspect ratio, the browser crops the image around its focal point. */
function cropStyle(
  { width, height }: { readonly width: number; readonly height: number },
  media: CmsMedia,
): { readonly style?: string } {
  const own = (media.width ?? 0) / (media.height ?? 1);
  if (own === 0 || Math.abs(width / height / own - 1) < 0.01) return {};
  const { style = "" } = croppingOf(media);
  return { style: ["object-fit:cover", style].filter((part) => part !== "").join(";") };
}
