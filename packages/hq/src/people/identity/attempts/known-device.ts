import type { IncomingHttpHeaders } from "node:http";
import type { Request } from "express";
import type { Sealer } from "../../../platform/secrets/sealer.ts";
import { randomText } from "../../../platform/secrets/secret-token.ts";
import { readClient } from "../sessions/request-session.ts";
import { setCookie, readCookie } from "../sessions/session-cookie.ts";
import type { Clock, OpenSession } from "../sessions/sessions.ts";

const LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;
const ID_CHARACTERS = 20;

interface DeviceDeps extends Clock {
  readonly sealer: Sealer;
  readonly baseUrl: string;
}

/** Identifies who tries to access an account, for counting failed attempts. */
export interface Claimant {
  readonly address: string;
  /**
   * The session or browser that has signed in to this account before. Its failed attempts are counted separately, so
   * that an attacker elsewhere, or in the same network, cannot lock out the owner.
   */
  readonly proven?: string;
}

/** Returns the key for counting failed attempts: one per account for all unknown devices, and one per known device. */
export function attemptKey(account: string, proven: string | undefined): string {
  return proven ?? `account ${account}`;
}

/** Returns the claimant for an existing session. */
export function claimantOfSession({ session: { id, address } }: OpenSession): Claimant {
  return { address, proven: `session ${id}` };
}

/** Returns the claimant for signing in with an email address. */
export function claimantOf(deps: DeviceDeps, request: Request, email: string): Claimant {
  const { address } = readClient(request);
  const device = knownDevice(deps, request.headers, email);
  return device === undefined ? { address } : { address, proven: `device ${device}` };
}

/**
 * Returns the `Set-Cookie` that marks a browser as known for one account. It grants no access: password and code are
 * still required.
 */
export function setDeviceCookie(deps: DeviceDeps, email: string): string {
  const { sealer, now, baseUrl } = deps;
  const text = `${randomText(ID_CHARACTERS)}.${now().getTime() + LIFETIME_MS}`;
  const value = `${text}.${sealer.sign(text, purposeOf(email))}`;
  return setCookie("device", value, { baseUrl, maxAgeSeconds: LIFETIME_MS / 1000 });
}

function knownDevice(
  { sealer, now, baseUrl }: DeviceDeps,
  headers: IncomingHttpHeaders,
  email: string,
): string | undefined {
  const cookie = readCookie("device", headers, baseUrl) ?? "";
  const [, text = "", id, until, signature = ""] = COOKIE.exec(cookie) ?? [];
  if (id === undefined || Number(until) <= now().getTime()) return undefined;
  return sealer.isSigned(text, signature, purposeOf(email)) ? id : undefined;
}

const COOKIE = /^(([a-z2-7]{20})\.(\d{1,15}))\.([\w-]{43})$/;

function purposeOf(email: string): string {
  return `known device of ${email}`;
}
