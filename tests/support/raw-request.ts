import { once } from "node:events";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";

export interface RawRequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it came over the wire, not decompressed. */
  readonly body: Buffer;
}

/** Sends a path exactly as it is written: `fetch` would resolve `..` and decompress answers. */
export async function rawRequest(
  origin: string,
  path: string,
  { method = "GET", headers = {} }: RawRequestOptions = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  const sent = request({ hostname, port, path, method, headers, agent: false });
  sent.end();
  const [response] = await once(sent, "response");
  return {
    status: response.statusCode,
    headers: response.headers,
    body: await buffer(response),
  };
}
