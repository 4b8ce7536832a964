import { expect, test } from "vitest";
import { urlPathParts } from "./url-path-parts.ts";

function address(route: string, slug: string): string {
  const { before, after, formatSlug } = urlPathParts(route, {
    id: "e1",
    createdAt: "2024-03-01T07:30:00.000Z",
    timeZone: "America/Los_Angeles",
  });
  return `${before}${formatSlug(slug)}${after}`;
}

test("inserts the slug into the URL path, with folders for {path}", () => {
  expect(address("/blog/{slug}/", "rain~2024")).toBe("/blog/rain~2024/");
  expect(address("/docs/{path}", "guides~start")).toBe("/docs/guides/start");
  expect(address("/{id}/{slug}", "rain")).toBe("/e1/rain");
  expect(address("/Far/away.html", "rain")).toBe("/Far/away.html");
  expect(address("/{year}/{month}/{day}/{slug}/", "rain")).toBe("/2024/02/29/rain/");
  const isNew = { id: undefined, createdAt: "2024-03-01T07:30:00.000Z", timeZone: undefined };
  expect(urlPathParts("/{id}/{year}/{slug}", isNew).before).toBe("/…/2024/");
});
