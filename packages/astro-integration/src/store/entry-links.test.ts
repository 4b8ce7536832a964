import { expect, test } from "vitest";
import { urlPathIn, entryLinks } from "./entry-links.ts";
import type { SiteContent } from "./site-content.ts";

const LATE = {
  type: "posts",
  id: "e1",
  slug: "late",
  // It is still February in Los Angeles.
  createdAt: "2024-03-01T07:30:00.000Z",
};
const timeZone = "America/Los_Angeles";

const CONTENT: SiteContent = {
  routes: { posts: "/{year}/{month}/{slug}/" },
  timeZone,
  dangling: [],
  collections: new Map([
    [
      "posts",
      {
        name: "posts",
        type: {
          apiId: "posts",
          kind: "list",
          label: "Posts",
          totalCount: 1,
          sha256: "",
          fields: [],
        },
        positionKey: "position",
        entries: new Map([["late", { key: "late", digest: "", data: LATE }]]),
      },
    ],
  ]),
};

test("maps a published link with a date to this site's route, with the site's days", () => {
  const link = entryLinks(CONTENT, { posts: "/journal/{year}-{month}-{day}/{slug}" });
  expect(link("/2024/02/late/?x#y")).toBe("/journal/2024-02-29/late?x#y");
  expect(link("/2024/03/late/")).toBe("/2024/03/late/");
});

test("uses the day of an entry in the site's time zone", () => {
  const routes = { posts: "/{year}/{month}/{day}/{slug}/" };
  expect(urlPathIn(LATE, { routes, timeZone })).toBe("/2024/02/29/late/");
  expect(urlPathIn(LATE, { routes, timeZone: undefined })).toBe("/2024/03/01/late/");
});
