import { createHash, hkdfSync } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import type { Request } from "express";
import { z } from "zod";
import type { ControlDatabase } from "../platform/db/database.ts";
import { createSealer, type Sealer } from "../platform/secrets/sealer.ts";
import type { Reply } from "./route.ts";

/** A repeatable POST, identified by `Idempotency-Key` per user and URL. */
interface KeyedRequest {
  readonly key: string;
  readonly userId: string;
  /** Path below `/api/manage`, including ids. */
  readonly path: string;
  /** Hash of the rest of the request. */
  readonly fingerprint: string;
}

export interface IdempotencyKeys {
  /**
   * Claims a key for a new request. Returns the stored response if the request was done before.
   *
   * @throws CmsError `idempotency_key_reused` if another request used the key, `conflict` while the response isn't
   * available yet
   */
  take(request: KeyedRequest): Promise<Reply<unknown> | undefined>;
  /** Stores the response of a completed request. */
  keep(request: KeyedRequest, reply: Reply<unknown>): Promise<void>;
  /** Releases the key of a rejected request, which can then be sent again. */
  release(request: KeyedRequest): Promise<void>;
}

const KEPT_MS = 24 * 60 * 60 * 1000;
/** Larger responses aren't stored; a day of them could be larger than the site. */
const MAX_ANSWER = 64 * 1024;

/** Stores keys and responses in the control database for 24 hours. */
export function idempotencyKeys(
  database: ControlDatabase,
  { sealer, now }: { readonly sealer: Sealer; readonly now: () => Date },
): IdempotencyKeys {
  return {
    async take(request) {
      const created_at = now().toISOString();
      await database
        .deleteFrom("idempotency_keys")
        .where("created_at", "<=", new Date(now().getTime() - KEPT_MS).toISOString())
        .execute();
      const { userId: user_id, fingerprint } = request;
      const { numInsertedOrUpdatedRows: insertedCount } = await database
        .insertInto("idempotency_keys")
        .values({ id: idOf(request), user_id, fingerprint, answer: null, created_at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return insertedCount === 1n ? undefined : readAnswer(database, request, sealer);
    },
    async keep(request, { body, version, headers }) {
      const text = JSON.stringify({ body, version, headers });
      if (text.length > MAX_ANSWER) return;
      await database
        .updateTable("idempotency_keys")
        .set({ answer: sealer.seal(ownSealer(request).seal(text, PURPOSE), PURPOSE) })
        .where("id", "=", idOf(request))
        .execute();
    },
    async release(request) {
      await database.deleteFrom("idempotency_keys").where("id", "=", idOf(request)).execute();
    },
  };
}

const PURPOSE = "idempotency";
const storedAnswer = z.object({
  body: z.unknown(),
  version: z.string().exactOptional(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).exactOptional(),
});

async function readAnswer(
  database: ControlDatabase,
  request: KeyedRequest,
  sealer: Sealer,
): Promise<Reply<unknown>> {
  const row = await database
    .selectFrom("idempotency_keys")
    .select(["fingerprint", "answer"])
    .where("id", "=", idOf(request))
    .executeTakeFirst();
  if (row !== undefined && row.fingerprint !== request.fingerprint) {
    throw new CmsError(
      "idempotency_key_reused",
      "This Idempotency-Key was already used with a different request. Use a new key for each request.",
    );
  }
  const sealed = row?.answer ?? null;
  if (sealed === null) {
    throw new CmsError(
      "conflict",
      "A request with this Idempotency-Key is still running, or its response was lost or too large to store. Check whether it was done. If not, send it with a new key.",
    );
  }
  const text = ownSealer(request).open(sealer.open(sealed, PURPOSE), PURPOSE);
  return storedAnswer.parse(JSON.parse(text));
}

/** Encrypts with the key itself, which isn't stored: a response can contain a secret that is shown only once. */
function ownSealer({ key, userId }: KeyedRequest): Sealer {
  return createSealer([Buffer.from(hkdfSync("sha256", key, userId, PURPOSE, 32))]);
}

function idOf({ key, userId, path }: KeyedRequest): string {
  return createHash("sha256")
    .update(JSON.stringify([userId, path, key]))
    .digest("base64url");
}

/**
 * Returns the idempotency key of a request.
 *
 * @throws CmsError `invalid_request` if it is too long or not visible ASCII
 */
export function readIdempotencyKey({ headers }: Pick<Request, "headers">): string | undefined {
  const key = headers["idempotency-key"];
  if (key === undefined || key === "") return undefined;
  if (typeof key === "string" && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new CmsError(
    "invalid_request",
    "Idempotency-Key must be 1 to 255 visible ASCII characters, for example a UUID.",
  );
}

/** Hashes what a request contains in addition to its path: query, version, and body. */
export function fingerprintOf(request: Request, body: unknown): string {
  const query = request.originalUrl.slice(request.originalUrl.indexOf("?") + 1);
  const { "if-match": version = null, "content-length": length = null } = request.headers;
  // Forms are streamed, so only their length is available.
  const sent = body === undefined ? length : body;
  const text = JSON.stringify([query, version, sent]);
  return createHash("sha256").update(text).digest("base64url");
}
