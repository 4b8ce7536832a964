import { createHash } from "node:crypto";
import { CmsError } from "../../base/errors.ts";

/** A Git object id: 40 lowercase hex digits. */
export type Oid = string;

export type ObjectType = "commit" | "tree" | "blob" | "tag";

const OID = /^[0-9a-f]{40}$/;
const REF = /^refs\/(?:for|heads|tags|loam)(?:\/[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,99}))+$/;

export function isOid(text: string): boolean {
  return OID.test(text);
}

/**
 * Validates an object id: only checked ids reach Git's input or arguments.
 *
 * @throws CmsError `invalid`
 */
export function parseOid(text: string): Oid {
  if (!OID.test(text))
    throw new CmsError("invalid", "Not a valid Git object ID.", { details: { text } });
  return text;
}

/**
 * Validates a full ref name. Accepts only the refs Loam writes (`refs/heads/…`, `refs/tags/…`, `refs/loam/…`) and users
 * push to (`refs/for/…`), made of ASCII letters, digits, `.`, `_`, and `-`; no part starts with `.` or `-`.
 *
 * @throws CmsError `invalid`
 */
export function parseRef(text: string): string {
  const bad = !REF.test(text) || /\.\.|\.lock(?:\/|$)|\.(?:\/|$)/.test(text);
  if (bad || text.length > 200) {
    throw new CmsError("invalid", "Not a ref name that Loam can use.", { details: { ref: text } });
  }
  return text;
}

/** Returns Git's id for an object with this content. */
export function hashObject(type: ObjectType, body: Uint8Array): Oid {
  return createHash("sha1").update(`${type} ${body.length}\0`).update(body).digest("hex");
}
