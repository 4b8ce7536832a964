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
  /** As received, not decompressed. */
  readonly body: Buffer;
}

/** Requests a path exactly as given: `fetch` would resolve `..` and decompress responses. */
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
