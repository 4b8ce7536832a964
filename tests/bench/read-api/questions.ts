import { CATEGORIES, pickWord, type Random } from "../support/query-posts.ts";
import { type Peer, PEERS } from "./peers.ts";
import type { PreparedSite } from "./prepare-site.ts";

/** What of a bare server is to be reached by answers from memory, by files that are read, and by new answers. */
const HOT = 0.7;
const COLD = 0.3;
const NEW = 0.1;

/** Something that clients ask for. */
export interface Question {
  readonly what: string;
  /** Below the site; of a new question each is another one. */
  readonly path: () => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The best of Payload, Strapi and Directus; absent of what is asked again. */
  readonly best?: Peer;
  /** What of a bare server is to be reached; absent where only the peers count. */
  readonly share?: number;
}

export function questions(
  words: readonly string[],
  random: Random,
  { siteId, entries }: PreparedSite & { readonly entries: number },
): readonly Question[] {
  const posts = `/api/public/cms/${siteId}/posts`;
  const word = (): string => pickWord(words, random);
  const ask = (query: string): string => `${posts}?${query.replaceAll(" ", "+")}`;
  let asked = 0;
  // Parameters that nobody knows are ignored, and make an address of its own.
  const anew = (query: string): string => ask(`${query}&n=${(asked += 1)}`);
  return [
    { what: "list, first page, hot", path: () => posts, share: HOT },
    { what: "one entry, hot", path: () => `${posts}/post-a-77`, share: HOT },
    {
      what: "published file of a list's entry",
      path: () => `/public/${siteId}/api/posts/post-a-77.json`,
      share: HOT,
    },
    {
      what: "published files of all entries, one after another",
      path: () => `/public/${siteId}/api/posts/post-a-${(asked += 1) % entries}.json`,
      share: COLD,
    },
    {
      what: "filter, new",
      path: () =>
        anew(`filters=category[equals]Category ${random(CATEGORIES)}[and]title[contains]${word()}`),
      best: PEERS.filter,
      share: NEW,
    },
    {
      what: "filter and sort, new",
      path: () =>
        anew(`orders=-price&filters=day[greater_than]${2016 + random(9)}-0${1 + random(9)}`),
      best: PEERS.filterAndSort,
      share: NEW,
    },
    {
      what: "deep offset, 100 entries, new",
      path: () => anew(`limit=100&offset=${8900 + random(1000)}`),
      best: PEERS.deepOffset,
      share: NEW,
    },
    {
      what: "expand, new",
      path: () => anew(`limit=10&depth=2&offset=${random(9000)}`),
      best: PEERS.expand,
      share: NEW,
    },
    { what: "search, new", path: () => anew(`q=${word()} ${word()}`), best: PEERS.search },
  ];
}
