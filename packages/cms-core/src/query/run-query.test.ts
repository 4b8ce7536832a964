import { describe, expect, test } from "vitest";
import { parseListQuery } from "./list-query.ts";
import { parseQueryString } from "./query-parameters.ts";
import { renderEntryAnswer, renderListAnswer } from "./run-query.ts";

const ENTRIES = [3, 1, 2].map((rank) => ({ json: JSON.stringify({ id: `e${rank}`, rank }) }));

const answer = (query: string): string =>
  renderListAnswer(
    ENTRIES,
    parseListQuery(parseQueryString(query), [{ apiId: "rank", type: "number", multiple: false }]),
  );

describe("a list answer", () => {
  test.for([
    [
      "",
      '{"contents":[{"id":"e3","rank":3},{"id":"e1","rank":1},{"id":"e2","rank":2}],"totalCount":3,"offset":0,"limit":10}',
    ],
    ["limit=0", '{"contents":[],"totalCount":3,"offset":0,"limit":0}'],
    [
      "limit=1&offset=1&fields=id",
      '{"contents":[{"id":"e1"}],"totalCount":3,"offset":1,"limit":1}',
    ],
    ["offset=3", '{"contents":[],"totalCount":3,"offset":3,"limit":10}'],
    [
      "orders=-rank&limit=2&fields=rank",
      '{"contents":[{"rank":3},{"rank":2}],"totalCount":3,"offset":0,"limit":2}',
    ],
  ] as const)("%s", ([query, expected]) => expect(answer(query)).toBe(expected));
});

test("one entry is answered byte for byte as it is published", () => {
  const json = '{"id":"e1","body":"a\\u2028b","n":1.0}';
  expect(renderEntryAnswer({ json }, {})).toBe(json);
});
