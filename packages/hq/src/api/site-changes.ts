/** Changes by routes that don't come from content commits, as named in a site's events. */
export const SITE_CHANGES = [
  "settings.changed",
  "access.changed",
  "key.changed",
  "release.changed",
  "schedule.changed",
  "change.opened",
  "change.updated",
  "change.commented",
  "change.reviewed",
  "change.merged",
  "change.closed",
  "webhook.changed",
  "upstream.changed",
  "upstream.synced",
  "upstream.failed",
  "upstream.rewritten",
] as const;

export type SiteChange = (typeof SITE_CHANGES)[number];
