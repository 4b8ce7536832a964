import { createClient, type MicroCMSDate, type MicroCMSListContent } from "microcms-js-sdk";

/** Address of HQ, without a slash at its end. */
const HQ = setting("LOAM_URL");
const SERVICE = "loam";

// The client knows one address, that of its service; what it asks there is asked of HQ.
const platformFetch = globalThis.fetch;
globalThis.fetch = (input, init) =>
  platformFetch(
    typeof input === "string" ? input.replace(`https://${SERVICE}.microcms.io`, HQ) : input,
    init,
  );

/** The official client, as a site that comes from there has it already. */
const client = createClient({ serviceDomain: SERVICE, apiKey: setting("LOAM_READ_KEY") });

interface Image {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** What a post of the content in `content/` has, as far as this site shows it. */
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

/** Every post that is published, the newest first. */
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
