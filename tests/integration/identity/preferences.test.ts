import { expect, test } from "vitest";
import { startPeople } from "../../support/hq/hq-people.ts";

const PREFERENCES = "/api/manage/me/preferences";

test("stores preferences for all devices of one user only", async () => {
  const people = await startPeople();
  const one = await people.signedIn();
  const value = [{ site: "s1", id: "e1" }];
  const put = async (name: string, body: unknown) =>
    (await one.ask("PUT", `${PREFERENCES}/${name}`, { body })).status;
  expect(await put("favourites", { value: [] })).toBe(204);
  expect(await put("favourites", { value })).toBe(204);
  const other = await people.signedIn();
  expect((await other.ask("GET", PREFERENCES)).body).toEqual({
    preferences: { favourites: value },
  });
  expect((await people.browser().ask("GET", PREFERENCES)).status).toBe(401);
  expect(await put("Favourites!", { value })).toBe(400);
  expect(await put("favourites", { value: "x".repeat(20_001) })).toBe(413);
  expect((await one.ask("DELETE", `${PREFERENCES}/favourites`)).status).toBe(204);
  expect((await other.ask("GET", PREFERENCES)).body).toEqual({ preferences: {} });

  const all = Array.from({ length: 50 }, (_, place) => `p${place}`);
  for (const name of all) await put(name, { value: null });
  expect(await put("one-more", { value: null })).toBe(422);
  expect(await put("p0", { value: 1 })).toBe(204);
});
