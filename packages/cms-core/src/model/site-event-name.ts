/** What a site tells the world by webhooks (specification, "Events"). */
export const SITE_EVENTS = [
  "entry.published",
  "entry.unpublished",
  "entry.deleted",
  "content_type.updated",
  "site.published",
] as const;

export type SiteEventName = (typeof SITE_EVENTS)[number];
