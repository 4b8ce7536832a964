import { createReadKey } from "@loam/hq";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReadApiSite, startReadApiSite } from "../../support/hq/read-api-site.ts";

let site: ReadApiSite;
let ada = "";
beforeAll(async () => {
  site = await startReadApiSite();
  ada = await site.save("people", "ada", { title: "Ada" });
  const author = { id: ada };
  const ids = [ada];
  for (const slug of ["a", "b", "c"]) {
    ids.push(await site.save("posts", slug, { title: slug.toUpperCase(), author }));
  }
  await site.publish(...ids);
});
afterAll(() => site.close());

const titles = (response: Response, ...expected: readonly string[]): Promise<void> =>
  expect(response.json()).resolves.toMatchObject({
    contents: expected.map((title) => ({ title })),
  });

test("at pins pages of a list to one commit during publishes", async () => {
  const first = await site.get("/posts?orders=title&limit=2");
  const at = first.headers.get("x-cms-snapshot") ?? "";
  await titles(first, "A", "B");

  await site.publish(await site.save("posts", "a", { title: "Z", author: { id: ada } }));

  await titles(await site.get("/posts?orders=title&limit=2&offset=2"), "Z");
  const pinned = await site.get(`/posts?orders=title&limit=2&offset=2&at=${at}`);
  expect(pinned.headers.get("x-cms-snapshot")).toBe(at);
  await titles(pinned, "C");
  // Repeat, because the response may now be in memory.
  const again = await site.get(`/posts?orders=title&limit=2&offset=2&at=${at}`);
  expect(again.headers.get("x-cms-snapshot")).toBe(at);
  await titles(again, "C");
});

test("returns 410 for an unavailable commit in lists and single entries", async () => {
  for (const path of ["/posts?at=x", `/posts/a?at=${"0".repeat(40)}`]) {
    const response = await site.get(path);
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ code: "snapshot_gone", param: "at" });
  }
});

test("keeps at only for the latest commits", async () => {
  const { headers } = await site.get("/people");
  const at = headers.get("x-cms-snapshot") ?? "";
  for (let round = 0; round < 8; round += 1) {
    await site.publish(await site.save("people", "ada", { title: `Ada ${round}` }));
  }
  expect((await site.get(`/people?at=${at}`)).status).toBe(410);
});

test("returns no outdated response after a publish", async () => {
  const path = "/people/ada?fields=title";
  await site.publish(await site.save("people", "ada", { title: "Before" }));
  for (let ask = 0; ask < 3; ask += 1) {
    expect(await (await site.get(path)).json()).toEqual({ title: "Before" });
  }
  await site.publish(await site.save("people", "ada", { title: "After" }));
  expect(await (await site.get(path)).json()).toEqual({ title: "After" });
});

test("FLT-09: keys of Object.prototype select nothing", async () => {
  const response = await site.get("/posts/b?fields=slug,__proto__,constructor");
  expect(await response.text()).toBe('{"slug":"b"}');
});

test("FLT-14: filters, orders, and searches reveal no drafts", async () => {
  await site.save("posts", "b", { title: "Canary", author: { id: ada } });
  await site.save("posts", "never", { title: "Canary" });
  for (const query of ["filters=title[contains]Canary", "q=canary", "ids=never"]) {
    expect(await (await site.get(`/posts?${query}`)).json()).toMatchObject({ totalCount: 0 });
  }
  expect((await site.get("/posts/never")).status).toBe(404);
});

test("FLT-14: nor references of published entries or unpublished fields", async () => {
  const grace = await site.save("people", "grace", { title: "Grace" });
  await site.publish(await site.save("posts", "refers", { title: "R", author: { id: grace } }));
  const type = site.store.type("people")?.type;
  if (type === undefined) throw new Error("no type");
  const label = { label: "Secret", required: false, multiple: false, type: "text" } as const;
  const fields = [...type.fields, { ...label, id: "secret", apiId: "secret" }];
  await site.store.saveType({ ...type, fields }, { actor: { name: "A", email: "a@b.test" } });
  await site.running.sites.follow(site.siteId);
  for (const query of [
    "filters=author.title[begins_with]G",
    "filters=author[equals]grace",
    "filters=author.slug[equals]grace",
    "q=grace",
    "ids=grace",
  ]) {
    const { contents } = Object(await (await site.get(`/posts?${query}`)).json());
    expect([query, contents]).toEqual([query, []]);
  }
  expect(Object(await (await site.get("/posts/refers?depth=3")).json()).author).toEqual({
    id: grace,
  });
  for (const query of ["filters=secret[exists]", "orders=secret", "filters=id[nope]x"]) {
    const response = await site.get(`/people?${query}`);
    const { message, allowed } = Object(await response.json());
    expect([query, response.status]).toEqual([query, 400]);
    expect(allowed).not.toContain("secret");
    expect(message).toEqual(expect.any(String));
  }
});

test("KEY-09: all keys of a site share its rate limit", async () => {
  const limited = await startReadApiSite({ LOAM_READ_LIMIT: "3" });
  try {
    await limited.publish(await limited.save("people", "ada", { title: "Ada" }));
    const { database } = limited.running.hq;
    const { key } = await createReadKey(database, { siteId: limited.siteId, name: "second" });
    const statuses: number[] = [];
    for (const given of [limited.key, key, limited.key, key, limited.key]) {
      const headers = { "x-cms-api-key": given, "x-forwarded-for": `192.0.2.${statuses.length}` };
      statuses.push((await limited.get("/people", headers)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  } finally {
    await limited.close();
  }
});

test("FLT-15: handles HEAD, ranges, and HTML requests correctly", async () => {
  const { key, running, siteId } = site;
  const url = `${running.url}/api/public/cms/${siteId}/posts`;
  const headers = { "x-cms-api-key": key };
  const whole = await (await fetch(url, { headers })).text();
  const head = await fetch(url, { headers, method: "HEAD" });
  expect([head.status, head.headers.get("content-type")]).toEqual([
    200,
    "application/json; charset=utf-8",
  ]);
  const range = await fetch(url, {
    headers: { ...headers, range: "bytes=0-3", accept: "text/html" },
  });
  expect([range.status, await range.text()]).toEqual([200, whole]);
});

test("FLT-16: a response during publishes belongs to one commit", async () => {
  const seen = new Map<string, Set<string>>();
  const done = new AbortController();
  const read = async (): Promise<void> => {
    while (!done.signal.aborted) {
      const response = await site.get("/posts?depth=1&fields=title,author.title&orders=slug");
      const at = response.headers.get("x-cms-snapshot") ?? "";
      seen.set(at, (seen.get(at) ?? new Set()).add(await response.text()));
    }
  };
  const readers = Promise.all([read(), read(), read()]);
  for (let round = 0; round < 5; round += 1) {
    const title = `Round ${round}`;
    const person = await site.save("people", "ada", { title });
    await site.publish(person, await site.save("posts", "c", { title, author: { id: ada } }));
  }
  done.abort();
  await readers;
  expect(seen.size).toBeGreaterThan(1);
  for (const texts of seen.values()) expect(texts.size).toBe(1);
});

test("turning publishing off also clears the memory cache", async () => {
  const at = (await site.get("/people")).headers.get("x-cms-snapshot") ?? "";
  const { hq, sites } = site.running;
  const publishing = async (value: number): Promise<void> => {
    await hq.database.updateTable("sites").set({ publishing: value }).execute();
    await sites.follow(site.siteId);
  };
  await publishing(0);
  expect((await site.get("/people")).status).toBe(404);
  expect((await site.get(`/people?at=${at}`)).status).toBe(410);
  await publishing(1);
  expect((await site.get("/people")).status).toBe(200);
});
