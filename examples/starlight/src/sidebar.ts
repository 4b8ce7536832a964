import { defineRouteMiddleware, type StarlightRouteData } from "@astrojs/starlight/route-data";
import { sections } from "./sections.ts";

type Group = Extract<StarlightRouteData["sidebar"][number], { type: "group" }>;
type Link = Extract<Group["entries"][number], { type: "link" }>;

/** Groups pages by section. Starlight groups them by folder. */
export const onRequest = defineRouteMiddleware(async ({ locals, url }) => {
  const route = locals.starlightRoute;
  const current = url.pathname.replace(/\/?$/, "/");
  const groups = (await sections()).map(({ name, pages }) => ({
    type: "group" as const,
    label: name,
    entries: pages.map(({ id, data }): Link => ({
      type: "link",
      label: data.title,
      href: `/${id}/`,
      isCurrent: current === `/${id}/`,
      badge: undefined,
      attrs: {},
    })),
    collapsed: false,
    badge: undefined,
  }));
  route.sidebar = groups satisfies Group[];
  const links = groups.flatMap(({ entries }) => entries);
  const at = links.findIndex(({ isCurrent }) => isCurrent);
  route.pagination = { prev: links[at - 1], next: at === -1 ? undefined : links[at + 1] };
});
