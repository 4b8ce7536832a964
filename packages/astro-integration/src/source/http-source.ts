import { CmsError } from "@loam/cms-core";
import { request, type RequestOptions } from "./request.ts";
import type { Source } from "./source.ts";

/** Larger responses are not cached between reads. The site index is far smaller. */
const MAX_CACHED_BYTES = 1_048_576;

interface CachedFile {
  readonly etag: string;
  readonly bytes: Uint8Array;
}

/** Creates a source for published files over HTTP. Small files use conditional requests (`If-None-Match`). */
export function httpSource(
  url: string,
  options: Pick<RequestOptions, "firstPauseMs" | "timeoutMs"> = {},
): Source {
  const base = new URL(url.endsWith("/") ? url : `${url}/`);
  const memory = new Map<string, CachedFile>();
  return {
    name: base.href.replace(/\/$/, ""),
    async read(path) {
      const address = new URL(path, base);
      const known = memory.get(address.href);
      const headers = known === undefined ? {} : { "if-none-match": known.etag };
      const answer = await request(address, { ...options, headers });
      if (answer.kind === "failed") throw unreachable(address, answer.reason);
      const { response, bytes } = answer;
      if (response.status === 304 && known !== undefined) return known.bytes;
      if (response.status === 404 || response.status === 410) return undefined;
      if (!response.ok) throw unreachable(address, `returned ${response.status}`);
      const etag = response.headers.get("etag");
      if (etag !== null && bytes.length <= MAX_CACHED_BYTES) {
        memory.set(address.href, { etag, bytes });
      }
      return bytes;
    },
  };
}

function unreachable(address: URL, reason: string): CmsError {
  return new CmsError(
    "source_unreachable",
    `${address.href} cannot be read: ${reason}. The content loaded earlier is kept. Check that HQ or the public storage is running and that source.url is {public_storage_url}/{site_id}.`,
    { details: { url: address.href, reason } },
  );
}
