import { lookup as resolveName } from "node:dns/promises";
import { CmsError } from "@loam/cms-core";
import { type Cidr, isIpAddress } from "./address-rules.ts";
import {
  addressProblem,
  plainHost,
  isLocalName,
  parseRepository,
  parseTarget,
  refused,
} from "./parse-target.ts";
import type {
  EgressAnswer,
  EgressFile,
  EgressGet,
  EgressPost,
  EgressRequest,
  Resolve,
  ResolveFor,
  Sender,
} from "./send-out.ts";

/** Sends requests to URLs that users enter. Only public targets can be reached. */
export interface Egress {
  /**
   * Checks whether HQ would send to a URL. A host that doesn't resolve now is accepted, because it might resolve later.
   *
   * @throws CmsError `target_refused`
   */
  check(address: string): Promise<URL>;
  /**
   * Like `check` for a repository URL, over HTTPS or SSH. Returns the normalized URL to store.
   *
   * @throws CmsError `target_refused`
   */
  checkRepository(address: string): Promise<URL>;
  /**
   * Resolves a repository URL for a command that connects on its own, so that it connects only to the checked IP
   * addresses.
   *
   * @throws CmsError `target_refused`, and errors of the resolver
   */
  pin(address: string): Promise<PinnedAddress>;
  /** Sends a request and reads the response. Follows no redirects. @throws as `post` */
  request(address: string, request: EgressRequest): Promise<EgressAnswer>;
  /**
   * Sends a body, follows no redirects, and reads at most `maxBytes` of the response.
   *
   * @throws CmsError `target_refused`, and network errors
   */
  post(address: string, post: EgressPost): Promise<EgressAnswer>;
  /**
   * Downloads a file. Follows a few redirects, each of which is checked like the first URL.
   *
   * @throws CmsError `target_refused`, and network errors
   */
  get(address: string, get: EgressGet): Promise<EgressFile & { readonly url: URL }>;
  close(): Promise<void>;
}

/** A URL and the checked IP addresses of its host. */
interface PinnedAddress {
  readonly url: string;
  readonly addresses: readonly string[];
}

export interface EgressOptions {
  /** Networks exempt from the rules that require public addresses and HTTPS. */
  readonly allow: readonly Cidr[];
  /** @default the operating system's resolver */
  readonly resolve?: Resolve;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const resolveBySystem: Resolve = async (name) => resolveName(name, { all: true, verbatim: true });

/** Creates the egress (security notes, WHK-01 to WHK-06). */
export function createEgress({ allow, resolve = resolveBySystem }: EgressOptions): Egress {
  const checked: ResolveFor = async (name, url) => {
    const addresses = await resolve(name);
    for (const { address } of addresses) {
      const problem = addressProblem(address, url, allow);
      // A single bad address is enough to reject the host: the next connection might use it.
      if (problem !== undefined) throw refused(`resolves to ${address}, which ${problem}`);
    }
    return addresses;
  };
  let sender: Promise<Sender> | undefined;
  let closed = false;
  async function checkName(url: URL): Promise<URL> {
    const host = plainHost(url);
    if (isIpAddress(host)) return url;
    try {
      await checked(host, url);
    } catch (error) {
      if (!isUnknownName(error)) throw error;
      if (isLocalName(host)) throw refused("points to this machine or a private network");
    }
    return url;
  }

  async function open(): Promise<Sender> {
    if (closed) throw new CmsError("unavailable", "The server is stopping.");
    sender ??= openSender(checked);
    return sender;
  }

  // IP addresses in URLs are never resolved, so the text is checked on each attempt.
  async function send(text: string, request: EgressRequest): Promise<EgressAnswer> {
    const url = parseTarget(text, { allow });
    return (await open()).send(url, request);
  }

  return {
    check: async (text) => checkName(parseTarget(text, { allow })),
    checkRepository: async (text) => checkName(parseRepository(text, { allow })),
    async pin(text) {
      const url = parseRepository(text, { allow });
      const host = plainHost(url);
      const found = isIpAddress(host) ? [{ address: host }] : await checked(host, url);
      return { url: url.href, addresses: found.map(({ address }) => address) };
    },
    request: send,
    post: async (text, post) => send(text, { ...post, method: "POST" }),
    get: async (text, get) =>
      followRedirects(text, allow, async (url) => (await open()).get(url, get)),
    async close() {
      closed = true;
      const opened = await sender?.catch(() => undefined);
      await opened?.close();
    },
  };
}

async function followRedirects(
  text: string,
  allow: readonly Cidr[],
  ask: (url: URL) => Promise<EgressFile>,
): Promise<EgressFile & { readonly url: URL }> {
  let url = parseTarget(text, { allow });
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const answer = await ask(url);
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.status) || typeof location !== "string") return { ...answer, url };
    answer.body.destroy();
    const next = URL.parse(location, url);
    if (next === null) throw refused("redirects to something that is not a URL");
    next.hash = "";
    url = parseTarget(next.href, { allow });
  }
  throw refused("redirects too many times");
}

/** Loaded on first use: the client is large, and most servers never send anything. */
async function openSender(resolve: ResolveFor): Promise<Sender> {
  const { createSender } = await import("./send-out.ts");
  return createSender(resolve);
}

const UNKNOWN_NAME: ReadonlySet<unknown> = new Set(["ENOTFOUND", "EAI_AGAIN", "ENODATA"]);

function isUnknownName(error: unknown): boolean {
  return error instanceof Error && "code" in error && UNKNOWN_NAME.has(error.code);
}

/** Describes for users why a request failed. */
export function egressProblem(error: unknown): string {
  if (error instanceof CmsError) return error.message;
  if (!(error instanceof Error)) return "The host could not be reached.";
  if (error.name === "TimeoutError") return "The host did not respond in time.";
  const code = "code" in error ? ` (${String(error.code)})` : "";
  const reason = error.cause instanceof CmsError ? error.cause.message : error.message;
  return `The host could not be reached: ${reason || "the connection failed"}${code}`;
}
