import { tagSlug } from "./posts.ts";

/** The pages of the site. The content's `site.yml` has the same paths, for links inside texts. */
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

/** Returns the page of an entry that can be of several types. */
export function entryRoute({
  collection,
  id,
}: {
  collection: "posts" | "docs";
  id: string;
}): string {
  return collection === "posts" ? routes.post(id) : routes.doc(id);
}
