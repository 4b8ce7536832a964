import { QUERY_PARAMETERS } from "@loam/cms-core/query";
import { beforeEach, describe, expect, test } from "vitest";
import { type Api, SITE, startApi } from "./read-api.fixture.ts";
import { readOpenApi } from "./read-openapi.ts";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly schema: {
    readonly type: string;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly maxLength?: number;
    readonly enum?: readonly string[];
    readonly default?: number;
  };
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly $ref: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, { readonly required?: readonly string[] }>>;
  };
}

const text = JSON.stringify(readOpenApi("https://cms.example.test/loam"));
const document: Document = JSON.parse(text);
const parameters = Object.values(document.components.parameters);
const queryParameters = parameters.filter((one) => one.in === "query");

let api: Api;
beforeEach(async () => {
  api = await startApi();
});

const posts = (query: string): Promise<Response> => api.get(`/${SITE}/posts?${query}`);

describe("the OpenAPI document of the read API", () => {
  test("has every parameter that the read API knows, and no other", () => {
    expect(queryParameters.map(({ name }) => name).toSorted()).toEqual(QUERY_PARAMETERS.toSorted());
    const list = document.paths["/api/public/cms/{site_id}/{api_id}"]?.get.parameters ?? [];
    expect(list.map(({ $ref }) => $ref.replace("#/components/parameters/", "")).toSorted()).toEqual(
      QUERY_PARAMETERS.toSorted(),
    );
  });

  test.each(queryParameters)("knows $name once", async ({ name }) => {
    const twice = await posts(`${name}=1&${name}=1`);
    expect(await twice.json()).toMatchObject({ code: "duplicate_parameter", param: name });
  });

  test.each(queryParameters.flatMap(rightValues))(
    "allows what the document allows: %s",
    async (name, value) => {
      expect((await posts(`${name}=${value}`)).status).toBe(200);
    },
  );

  test.each(queryParameters.flatMap(wrongValues))(
    "refuses what lies beyond: %s",
    async (name, value) => {
      const answer = await posts(`${name}=${value}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ param: name });
    },
  );

  test("has the defaults", async () => {
    const { limit, offset } = document.components.parameters;
    expect(await (await posts("fields=id")).json()).toMatchObject({
      limit: limit?.schema.default,
      offset: offset?.schema.default,
    });
    const given = `depth=${document.components.parameters["depth"]?.schema.default}&`;
    for (const type of ["hubs", "posts"]) {
      const [one, other] = [
        await api.get(`/${SITE}/${type}?limit=1`),
        await api.get(`/${SITE}/${type}?${given}limit=1`),
      ];
      expect(await one.text()).toBe(await other.text());
    }
  });

  test("has the keys of lists and problems", async () => {
    const { List, Problem } = document.components.schemas;
    expect(Object.keys(await keysOf(posts("limit=0")))).toEqual(List?.required);
    expect(Object.keys(await keysOf(posts("limit=x")))).toEqual([
      ...(Problem?.required ?? []),
      "param",
    ]);
  });

  test("has paths that the read API answers", async () => {
    const site = { site_id: SITE, api_id: "posts", id: "zwei" };
    for (const [path, { get }] of Object.entries(document.paths)) {
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => Object(site)[name]);
      const answer = await fetch(api.url + address, { headers: { "x-cms-api-key": "good" } });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(get.responses).toHaveProperty("200");
    }
  });

  test("can be resolved, and each operation has a name of its own", () => {
    for (const [, reference = ""] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = reference.split("/").reduce<unknown>((at, key) => Object(at)[key], document);
      expect([reference, typeof found]).toEqual([reference, "object"]);
    }
    const ids = Object.values(document.paths).map(({ get }) => get.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.servers).toEqual([{ url: "https://cms.example.test/loam" }]);
  });
});

type Given = readonly [name: string, value: string];

/** Returns the bounds of what the document allows. */
function rightValues({ name, schema }: Parameter): readonly Given[] {
  const { minimum, maximum, maxLength, enum: choices = [] } = schema;
  const ends = [minimum, maximum].filter((end) => end !== undefined).map(String);
  const longest = maxLength === undefined ? [] : [longValue(name, maxLength)];
  return [...ends, ...choices, ...longest].map((value) => [name, value]);
}

/** Returns values just beyond what the document allows. */
function wrongValues({ name, schema }: Parameter): readonly Given[] {
  const { minimum, maximum, maxLength, enum: choices } = schema;
  return [
    ...(minimum === undefined ? [] : [`${minimum - 1}`, "1.5", "x"]),
    ...(maximum === undefined ? [] : [`${maximum + 1}`]),
    ...(choices === undefined ? [] : ["other"]),
    ...(maxLength === undefined ? [] : [longValue(name, maxLength + 1)]),
  ].map((value) => [name, value]);
}

/** Returns a parameter value with this many characters. */
function longValue(name: string, length: number): string {
  const start = name === "filters" ? "title[equals]" : "";
  return start + "a".repeat(length - start.length);
}

async function keysOf(answer: Promise<Response>): Promise<object> {
  return Object(await (await answer).json());
}
