import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import type { RequestHandler } from "express";
import type { WorkerConfig } from "../config/worker-config.ts";
import { readIdentity, replaceIdentity } from "../state/identity.ts";
import type { WorkerState } from "../state/open-state.ts";

/** Creates a token for the local interface and revokes the previous one. It is shown only once and stored as a hash. */
export function makeApiToken(state: WorkerState): string {
  const token = `loam_api_${randomBytes(32).toString("hex")}`;
  replaceIdentity(state, "api_token_hash", hashOf(token).toString("hex"));
  return token;
}

/** Allows requests with the token. @throws CmsError `invalid_api_key` */
export function requireToken(state: WorkerState): RequestHandler {
  return (request, _response, next) => {
    const [, token = ""] = /^Bearer +(\S+)$/i.exec(request.get("authorization") ?? "") ?? [];
    const expected = Buffer.from(readIdentity(state, "api_token_hash") ?? "", "hex");
    const tokenHash = hashOf(token);
    if (expected.length === tokenHash.length && timingSafeEqual(expected, tokenHash)) {
      next();
      return;
    }
    throw new CmsError(
      "invalid_api_key",
      token === ""
        ? "Send the worker's API token: Authorization: Bearer loam_api_…"
        : "The API token of the worker is wrong. To create a new one, run agent-cli worker init --new-token.",
    );
  };
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Rejects requests from browser pages: those of another site, and those whose host name was pointed to this machine
 * (DNS rebinding, WRK-05). @throws CmsError `forbidden`
 */
export function requireKnownHost({
  host,
  url = "",
  allowedHosts,
}: Pick<WorkerConfig, "host" | "url" | "allowedHosts">): RequestHandler {
  const own = [host.includes(":") ? `[${host}]` : host, URL.parse(url)?.hostname ?? host];
  const names = [...LOOPBACK, ...own, ...allowedHosts];
  const known = new Set(names.map((name) => name.toLowerCase()));
  const isKnown = (address: string): boolean => known.has(URL.parse(address)?.hostname ?? "");
  return (request, _response, next) => {
    const origin = request.get("origin");
    if (!isKnown(`http://${request.get("host") ?? ""}`)) {
      throw new CmsError(
        "forbidden",
        "This host name is not allowed. Add it to allowedHosts in settings.json.",
      );
    }
    if (origin !== undefined && !isKnown(origin)) {
      throw new CmsError("forbidden", "Cross-origin requests are not allowed.");
    }
    next();
  };
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
