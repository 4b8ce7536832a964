import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "astro/zod";
import type { Preview } from "./preview-context.ts";

export const PREVIEW_COOKIE = "__loam_preview";
/** Validity of the token that HQ created. */
export const PREVIEW_SECONDS = 3600;

const content = z.object({
  draftKey: z.string(),
  type: z.string(),
  id: z.string(),
  slug: z.string(),
  scope: z.enum(["entry", "branch"]),
  /** Seconds since 1970. */
  until: z.number(),
});

/** Creates a cookie value that requires the secret. */
export function sealPreview(preview: Preview, secret: string, now: Date = new Date()): string {
  const until = Math.floor(now.getTime() / 1000) + PREVIEW_SECONDS;
  const text = Buffer.from(JSON.stringify({ ...preview, until })).toString("base64url");
  return `${text}.${signatureOf(text, secret)}`;
}

/** Returns undefined for values not created by this site, and for expired ones. */
export function openPreview(
  cookie: string | undefined,
  secret: string,
  now: Date = new Date(),
): Preview | undefined {
  const [text = "", signature = ""] = cookie?.split(".") ?? [];
  const [actual, own] = [Buffer.from(signature), Buffer.from(signatureOf(text, secret))];
  if (actual.length !== own.length || !timingSafeEqual(actual, own)) return undefined;
  const { until, ...preview } = content.parse(
    JSON.parse(Buffer.from(text, "base64url").toString()),
  );
  return until * 1000 > now.getTime() ? preview : undefined;
}

function signatureOf(text: string, secret: string): string {
  return createHmac("sha256", secret).update(`loam-preview ${text}`).digest("base64url");
}
