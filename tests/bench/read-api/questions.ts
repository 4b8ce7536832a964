import { CATEGORIES, pickWord, type Random } from "../support/query-posts.ts";
import { type Peer, PEERS } from "./peers.ts";
import type { PreparedSite } from "./prepare-site.ts";

/** Target fractions of a bare server's rate: for responses from memory, from files, and for new ones. */
const HOT = 0.7;
const COLD = 0.3;
const NEW = 0.1;

/** A kind of request. */
export interface Question {
  readonly what: string;
  /** Path below the site. New queries have a different one each time. */
  readonly path: () => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The best of Payload, Strapi, and Directus; absent for repeated queries. */
  readonly best?: Peer;
  /** Target fraction of a bare server's rate; absent if only the peers count. */
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
  // Unknown parameters are ignored and make the URL unique.
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
