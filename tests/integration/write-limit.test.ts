import { expect, test } from "vitest";
import { startPeople } from "../support/hq/hq-people.ts";

test("refuses writes beyond the limit per minute, for that site only (LIM-01)", async () => {
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

interface Asked {
  readonly status: number;
  /** Remaining writes. */
  readonly left: number;
  readonly id: string;
}

test("counts only commits, once each (LIM-01)", async () => {
  const people = await startPeople({ env: { LOAM_BILLING: "none" } });
  const browser = await people.signedIn();
  await browser.ask("PUT", "/api/manage/workspaces/main/features", { body: { cms: true } });
  const name = { body: { name: "One" } };
  const made = await browser.ask("POST", "/api/manage/workspaces/main/sites", name);
  const site = `/api/manage/sites/${String(made.body["id"])}`;
  const ask = async (method: string, path: string, body?: object): Promise<Asked> => {
    const answer = await browser.ask(method, `${site}${path}`, body && { body });
    const left = Number(answer.headers.get("x-ratelimit-remaining") ?? "NaN");
    return { status: answer.status, left, id: String(answer.body["id"]) };
  };
  const field = { apiId: "title", label: "Title", type: "text", required: true };
  const type = { apiId: "posts", kind: "list", label: "Posts", fields: [field] };
  expect(await ask("POST", "/types", type)).toMatchObject({ status: 201, left: 59 });
  expect(await ask("POST", "/types", type)).toMatchObject({ status: 409, left: 59 });
  expect(await ask("POST", "/types/posts/schema/publish")).toMatchObject({ status: 200, left: 58 });
  expect(await ask("POST", "/types/posts/schema/publish")).toMatchObject({ status: 200, left: 58 });
  const posts = "/types/posts/entries";
  const { id: one, left } = await ask("POST", posts, { fields: { title: "One" } });
  expect(left).toBe(57);
  const { id: two } = await ask("POST", posts, { slug: "two", fields: {} });
  const same = { fields: { title: "One" } };
  expect(await ask("PATCH", `${posts}/${one}`, same)).toMatchObject({ status: 200, left: 56 });
  expect(await ask("PATCH", `${posts}/${one}`, { fields: { none: 1 } })).toMatchObject({
    status: 422,
    left: 56,
  });
  expect(await ask("POST", `${posts}/${two}/publish`)).toMatchObject({ status: 422, left: 56 });
  expect(await ask("POST", `${posts}/${one}/publish`)).toMatchObject({ status: 200, left: 55 });
  expect(await ask("POST", `${posts}/${one}/publish`)).toMatchObject({ status: 200, left: 55 });
  expect(await ask("PATCH", `${posts}/${two}`, { fields: { title: "2" } })).toMatchObject({
    status: 200,
    left: 54,
  });
  const both = { entries: [one, two] };
  expect(await ask("POST", "/publish-changes", both)).toMatchObject({ status: 200, left: 53 });
  expect(await ask("POST", "/publish-changes", both)).toMatchObject({ status: 200, left: 53 });
  // Both were published at the same time, so their ids determine the order.
  const { left: moved } = await ask("POST", `${posts}/${two}/move`, { before: one });
  expect(await ask("POST", `${posts}/${one}/move`, { before: two })).toMatchObject({
    status: 200,
    left: moved - 1,
  });
  expect(await ask("POST", `${posts}/${one}/move`, { before: two })).toMatchObject({
    status: 200,
    left: moved - 1,
  });
  // Tokens, keys, and the like aren't content.
  expect(await ask("POST", `${posts}/${one}/preview-token`)).toMatchObject({
    status: 201,
    left: NaN,
  });
  expect(await ask("DELETE", `${posts}/${one}`)).toMatchObject({
    status: 200,
    left: moved - 2,
  });
});
