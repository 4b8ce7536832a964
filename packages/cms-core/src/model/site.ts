/** `site.yml` at the root of a site repository. */
export interface SiteConfig {
  readonly id: string;
  readonly name: string;
  /** Folder of a type's entries where it is not `content/<api_id>`. */
  readonly paths: Readonly<Record<string, string>>;
  /**
   * Public route of a type's entries, for links between entries: `/blog/{slug}`; default `/<api_id>/{slug}`. By an
   * entry's id, the address of that one entry.
   */
  readonly routes: Readonly<Record<string, string>>;
  /** IANA name of the zone whose days `{year}`, `{month}`, and `{day}` of routes are; UTC where it does not say. */
  readonly timeZone?: string;
  readonly media?: SiteMediaRules;
}

/** What a site allows of its media, besides what every site does. */
export interface SiteMediaRules {
  readonly svg: SvgRule;
}

export const SVG_RULES = ["clean", "refuse"] as const;

/** Whether SVG files are stored, without anything that runs, or not at all. */
export type SvgRule = (typeof SVG_RULES)[number];

/** What a site tells the world by webhooks (specification, "Events"). */
export const SITE_EVENTS = [
  "entry.published",
  "entry.unpublished",
  "entry.deleted",
  "content_type.updated",
  "site.published",
] as const;

export type SiteEventName = (typeof SITE_EVENTS)[number];
