/** Content of `site.yml` at the root of a site repository. */
export interface SiteConfig {
  readonly id: string;
  readonly name: string;
  /** Folders of types whose entries aren't in `content/<api_id>`. */
  readonly paths: Readonly<Record<string, string>>;
  /**
   * Public URL paths of types, for links between entries: `/blog/{slug}`. The default is `/<api_id>/{slug}`. The key
   * can also be an entry id, for the URL path of that entry.
   */
  readonly routes: Readonly<Record<string, string>>;
  /** IANA time zone of `{year}`, `{month}`, and `{day}` in routes. @default UTC */
  readonly timeZone?: string;
  readonly media?: SiteMediaRules;
}

/** Media rules of a site, in addition to the general ones. */
export interface SiteMediaRules {
  readonly svg: SvgRule;
}

export const SVG_RULES = ["clean", "refuse"] as const;

/** Whether SVG files are stored without scripts or rejected. */
export type SvgRule = (typeof SVG_RULES)[number];

/** Site events that webhooks can subscribe to (specification, "Events"). */
export const SITE_EVENTS = [
  "entry.published",
  "entry.unpublished",
  "entry.deleted",
  "content_type.updated",
  "site.published",
] as const;

export type SiteEventName = (typeof SITE_EVENTS)[number];
