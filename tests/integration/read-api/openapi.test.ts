import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReadApiSite, startReadApiSite } from "../../support/hq/read-api-site.ts";

let site: ReadApiSite;
let address: string;
beforeAll(async () => {
  site = await startReadApiSite();
  address = `${site.running.url}/api/public/cms/openapi.json`;
  await site.publish(await site.save("posts", "rain", { title: "Rain", rating: 4 }));
});
afterAll(() => site.close());

interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly components: { readonly schemas: object };
}

async function readDocument(): Promise<Document> {
  return JSON.parse(await (await fetch(address)).text());
}

test("serves the read API's OpenAPI document to everyone and all origins", async () => {
  const answer = await fetch(address);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "application/json; charset=utf-8",
  ]);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(await answer.json()).toMatchObject({
    openapi: "3.1.1",
    servers: [{ url: site.running.url }],
  });
  expect((await fetch(`${address}?x=1`)).status).toBe(200);
  const posted = await fetch(address, { method: "POST" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

test.each([
  ["", "Index", 200],
  ["/posts", "List", 200],
  ["/posts/rain", "Entry", 200],
  ["/posts?limit=x", "Problem", 400],
  ["/posts?filters=nothing[equals]1", "Problem", 400],
  ["/nothing", "Problem", 404],
])("the response of %s matches %s of the document", async (path, schema, status) => {
  const { components } = await readDocument();
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: "https://read-api.test/document", components });
  const answer = await site.get(path);
  const validate = ajv.compile({
    $ref: `https://read-api.test/document#/components/schemas/${schema}`,
  });
  expect([answer.status, validate(await answer.json()), validate.errors]).toEqual([
    status,
    true,
    null,
  ]);
});
