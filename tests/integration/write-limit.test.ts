import { expect, test } from "vitest";
import { startPeople } from "../support/hq-people.ts";

test("the write after the last one of a minute is refused, for its site alone (LIM-01)", async () => {
  const people = await startPeople({ env: { LOAM_WRITE_LIMIT: "3", LOAM_BILLING: "none" } });
  const browser = await people.signedIn();
  await browser.ask("PUT", "/api/manage/workspaces/main/features", { body: { cms: true } });
  const makeSite = async (name: string): Promise<string> => {
    const made = await browser.ask("POST", "/api/manage/workspaces/main/sites", { body: { name } });
    return `/api/manage/sites/${String(made.body["id"])}`;
  };
  const [site, other] = [await makeSite("One"), await makeSite("Two")];
  const write = async (at: string, apiId: string) =>
    browser.ask("POST", `${at}/types`, { body: { apiId, kind: "list", label: apiId, fields: [] } });
  const made = [await write(site, "a"), await write(site, "b"), await write(site, "c")];
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);

  const refused = await write(site, "d");
  expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const left = [...made, refused].map(({ headers }) => headers.get("x-ratelimit-remaining"));
  expect(left).toEqual(["2", "1", "0", "0"]);
  expect(refused.headers.get("x-ratelimit-limit")).toBe("3");
  expect(Number(refused.headers.get("x-ratelimit-reset"))).toBeGreaterThan(0);
  const { types } = (await browser.ask("GET", `${site}/types`)).body;
  expect(types).toHaveLength(3);
  expect((await write(other, "a")).status).toBe(201);
  people.wait(60_000);
  expect((await write(site, "d")).status).toBe(201);
});
