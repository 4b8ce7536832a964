import { tagSlug } from "./posts.ts";

/** Where the pages are. `site.yml` in the content has the same routes, for links in texts. */
export const routes = {
  home: "/",
  blog: "/blog",
  post: (id: string) => `/blog/${id}`,
  docs: "/docs",
  doc: (id: string) => `/docs/${id}`,
  authors: "/authors",
  author: (id: string) => `/authors/${id}`,
  categories: "/categories",
  category: (id: string) => `/categories/${id}`,
  tag: (tag: string) => `/tags/${tagSlug(tag)}`,
  gallery: "/gallery",
  drawing: (id: string) => `/gallery/${id}`,
  feed: "/rss.xml",
} as const;

/** The page of an entry, for references that allow several types. */
export function entryRoute({
  collection,
  id,
}: {
  collection: "posts" | "docs";
  id: string;
}): string {
  return collection === "posts" ? routes.post(id) : routes.doc(id);
}
