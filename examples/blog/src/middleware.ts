import { defineMiddleware } from "astro:middleware";

/** `{public_storage_url}/{site_id}/media/`, as in the published files. */
const MEDIA = `${import.meta.env.LOAM_PUBLIC_BASE}/media/`;

/** Images are part of the built site (see `integrations/carry-media.ts`), so no page refers to HQ. */
export const onRequest = defineMiddleware(async (context, next) => {
  const response = await next();
  const type = response.headers.get("content-type") ?? "";
  if (!/html|xml/u.test(type)) return response;
  const text = await response.text();
  const absolute = new URL("/media/", context.site).href;
  // Feeds and social images are read elsewhere, so they need absolute URLs.
  const own = /xml/u.test(type)
    ? text
    : text.replaceAll(`content="${MEDIA}`, `content="${absolute}`).replaceAll(MEDIA, "/media/");
  return new Response(own.replaceAll(MEDIA, absolute), response);
});
