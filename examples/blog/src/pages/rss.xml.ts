import rss, { type RSSFeedItem } from "@astrojs/rss";
import { renderRichText } from "@loam/astro/rich-text";
import type { APIRoute } from "astro";
import { allPosts, type Post } from "../lib/posts.ts";
import { publishedEntries } from "../lib/references.ts";
import { routes } from "../lib/routes.ts";
import { siteSettings } from "../lib/site.ts";

/** The feed contains full posts. Links become absolute, because readers display them elsewhere. */
export const GET: APIRoute = async ({ site }) => {
  if (site === undefined) throw new Error("`site` is not set in astro.config.ts.");
  const { title, description } = await siteSettings();
  const posts = await allPosts();
  const items = await Promise.all(posts.map((post) => feedItem(post, site.origin)));
  return rss({ title, description, site, items, trailingSlash: false });
};

async function feedItem({ id, data }: Post, origin: string): Promise<RSSFeedItem> {
  const [author] = await publishedEntries([data.author]);
  const { html } = await renderRichText(data.body, { highlight: false });
  return {
    title: data.title,
    description: data.summary,
    link: routes.post(id),
    pubDate: new Date(data.date),
    categories: [...data.tags],
    content: html.replaceAll(' href="/', ` href="${origin}/`),
    ...(author === undefined ? {} : { author: author.data.name }),
  };
}
