import { createClient, type MicroCMSDate, type MicroCMSListContent } from "microcms-js-sdk";

/** URL of HQ without a trailing slash. */
const HQ = setting("LOAM_URL");
const SERVICE = "loam";

// The client only supports its service's URL, so its requests are redirected to HQ.
const platformFetch = globalThis.fetch;
globalThis.fetch = (input, init) =>
  platformFetch(
    typeof input === "string" ? input.replace(`https://${SERVICE}.microcms.io`, HQ) : input,
    init,
  );

/** The official client, as an existing microCMS site uses it. */
const client = createClient({ serviceDomain: SERVICE, apiKey: setting("LOAM_READ_KEY") });

interface Image {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** The fields of a post in `content/` that this site shows. */
interface Post {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  /** ISO 8601. */
  readonly date: string;
  readonly cover: Image | null;
  readonly author: { readonly name: string } | null;
  /** HTML. */
  readonly body: string;
}

export type ListedPost = Post & MicroCMSListContent & MicroCMSDate;

/** Returns all published posts, newest first. */
export function allPosts(): Promise<ListedPost[]> {
  return client.getAllContents<Post>({ endpoint: "posts", queries: { orders: "-date" } });
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") {
    throw new Error(`Set ${name}: see examples/from-microcms/README.md.`);
  }
  return value;
}
