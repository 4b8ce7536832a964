import { CmsError, decodePercent } from "@loam/cms-core";
import type { SavedMedia } from "@loam/cms-core/site";
import { createEgress, type Egress, egressProblem } from "../../platform/egress/egress.ts";
import type { SiteServices } from "../../sites/services.ts";
import { withMetadata, type UploadTarget, takeMedia } from "./upload-media.ts";

/** From the DNS lookup to the last byte. */
const DEADLINE_MS = 120_000;
/** Each download uses a connection and a file for up to that long. */
const MAX_AT_ONCE = 3;

export interface FetchMedia extends UploadTarget {
  readonly url: string;
  readonly alt: string;
  readonly folder: string;
  readonly ifKnown: "add" | "refuse";
  /** @default access to public hosts and the networks allowed by the operator */
  readonly egress?: Egress;
}

const underWay = new Map<string, number>();

/**
 * Downloads a file from a public URL and processes it like an upload.
 *
 * @throws CmsError `target_refused` (not a public URL, or no file), `rate_limited` while the site downloads
 * several; and as `takeMedia`
 */
export async function fetchMedia(
  services: SiteServices,
  { url, alt, folder, ifKnown, egress, ...receiving }: FetchMedia,
): Promise<SavedMedia> {
  const siteId = receiving.site.id;
  const running = underWay.get(siteId) ?? 0;
  if (running >= MAX_AT_ONCE) {
    throw new CmsError(
      "rate_limited",
      `${running} files are being fetched. Wait until one is finished.`,
    );
  }
  underWay.set(siteId, running + 1);
  const out = egress ?? createEgress({ allow: services.hq.config.webhookAllow });
  try {
    return await takeMedia(services, receiving, { ifKnown }, async (ingest) => {
      const signal = AbortSignal.timeout(DEADLINE_MS);
      const file = await open(out, url, signal);
      try {
        const { body: content, filename } = file;
        return withMetadata(await ingest({ content, filename, signal }), { alt, folder });
      } finally {
        file.body.destroy();
      }
    });
  } finally {
    const left = (underWay.get(siteId) ?? 1) - 1;
    if (left > 0) underWay.set(siteId, left);
    else underWay.delete(siteId);
    if (egress === undefined) await out.close();
  }
}

async function open(
  egress: Egress,
  address: string,
  signal: AbortSignal,
): Promise<Pick<Awaited<ReturnType<Egress["get"]>>, "body"> & { readonly filename: string }> {
  let answer;
  try {
    answer = await egress.get(address, { signal });
  } catch (error) {
    if (error instanceof CmsError) throw error;
    throw notFetched(egressProblem(error), error);
  }
  const { status, body, url } = answer;
  if (status === 200) return { body, filename: fileNameFrom(url) };
  body.destroy();
  throw notFetched(`The URL responded with ${status}.`);
}

function notFetched(why: string, cause?: unknown): CmsError {
  return new CmsError(
    "target_refused",
    `Could not fetch the file. ${why} Check that the URL is public and points directly to the file.`,
    { cause },
  );
}

/** The last segment of the path, or the host name. */
function fileNameFrom({ pathname, hostname }: URL): string {
  const last = pathname.split("/").findLast((part) => part !== "") ?? hostname;
  return decodePercent(last);
}
