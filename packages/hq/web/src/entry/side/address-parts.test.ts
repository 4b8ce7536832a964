import { expect, test } from "vitest";
import { addressParts } from "./address-parts.ts";

function address(route: string, slug: string): string {
  const { before, after, shown } = addressParts(route, "e1");
  return `${before}${shown(slug)}${after}`;
}

test("an address has the slug where the route says, with its folders where that is a path", () => {
  expect(address("/blog/{slug}/", "rain~2024")).toBe("/blog/rain~2024/");
  expect(address("/docs/{path}", "guides~start")).toBe("/docs/guides/start");
  expect(address("/{id}/{slug}", "rain")).toBe("/e1/rain");
  expect(address("/Far/away.html", "rain")).toBe("/Far/away.html");
  expect(addressParts("/{id}/{slug}", undefined).before).toBe("/…/");
});
