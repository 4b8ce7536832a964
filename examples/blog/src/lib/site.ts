import { type CollectionEntry, getEntry } from "astro:content";

export async function siteSettings(): Promise<CollectionEntry<"settings">["data"]> {
  const settings = await getEntry("settings", "settings");
  if (settings === undefined) throw new Error("The site's settings aren't published.");
  return settings.data;
}
