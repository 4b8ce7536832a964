import { expect, test } from "vitest";
import { refuseOtherPages } from "./same-origin.ts";

const BASE = "https://hq.example";

test.each([
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: `${BASE}:8443` },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
  { origin: BASE, "sec-fetch-site": "cross-site" },
])("rejects pages of another origin: %o (WEB-11)", (headers) => {
  expect(() => refuseOtherPages({ headers }, BASE)).toThrow(
    expect.objectContaining({ code: "forbidden" }),
  );
});

test.each([
  {},
  { origin: BASE },
  { "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" },
  { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
])("allows HQ's own pages and links from other sites: %o", (headers) => {
  expect(() => refuseOtherPages({ headers }, BASE)).not.toThrow();
});
