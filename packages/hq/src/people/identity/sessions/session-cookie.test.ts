import { expect, test } from "vitest";
import { setCookie, readCookie } from "./session-cookie.ts";

/**
 * Returns the cookies that a browser sends to the last of several HQs on one host: those of its path and of all parent
 * paths.
 */
function sentTo(baseUrls: readonly string[]): string {
  const lines = baseUrls.map((baseUrl) => setCookie("session", `of ${baseUrl}`, { baseUrl }));
  return lines.map((line) => line.split(";")[0] ?? "").join("; ");
}

test.for([
  ["http://hq.test", "http://hq.test/cms"],
  ["https://hq.test", "https://hq.test/cms"],
  ["http://hq.test/cms", "http://hq.test/cms/two"],
  ["https://hq.test/cms", "https://hq.test/cms/two"],
  ["https://hq.test/cms", "https://hq.test/cms/two", "https://hq.test/cms/two/three"],
])("keeps the session of another HQ when HQ at %s is used, %s", (baseUrls) => {
  const cookie = sentTo(baseUrls);
  for (const baseUrl of baseUrls)
    expect(readCookie("session", { cookie }, baseUrl)).toBe(`of ${baseUrl}`);
});

test("ignores a cookie that is sent twice, because another page might have set one", () => {
  const baseUrl = "https://hq.test/cms";
  const cookie = sentTo([baseUrl, baseUrl]);
  expect(readCookie("session", { cookie }, baseUrl)).toBeUndefined();
});
