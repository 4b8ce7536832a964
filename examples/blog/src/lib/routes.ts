import { tagSlug } from "./posts.ts";

/** Where the pages are; the same routes stand in the content's `site.yml`, for links inside texts. */
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

/** The page of an entry that a reference to several types may lead to. */
export function entryRoute({
  collection,
  id,
}: {
  collection: "posts" | "docs";
  id: string;
}): string {
  return collection === "posts" ? routes.post(id) : routes.doc(id);
}
