import { describe, expect, test } from "vitest";
import { isCmsError } from "../../base/errors.ts";
import { formatS3Url, isSameService, parseS3Url } from "./s3-location.ts";

describe("an S3 URL", () => {
  test.for([
    ["s3://loam", { bucket: "loam", prefix: "" }],
    ["s3://loam/", { bucket: "loam", prefix: "" }],
    ["s3://my.bucket-1/a/b/?region=eu-central-1", { prefix: "a/b", region: "eu-central-1" }],
    ["s3://loam/a/../b", { prefix: "b" }],
    ["s3://loam?endpoint=https://x.r2.cloudflarestorage.com/&region=auto", { region: "auto" }],
    [
      "s3://loam?endpoint=https%3A%2F%2Fs3.example.test%2Fbase%2F",
      { endpoint: "https://s3.example.test/base" },
    ],
    ["s3://loam?endpoint=http://127.0.0.1:9000", { endpoint: "http://127.0.0.1:9000" }],
    ["s3://loam?endpoint=http://minio:9000", { endpoint: "http://minio:9000" }],
    ["s3://loam?endpoint=http://[::1]:9000", { endpoint: "http://[::1]:9000" }],
    ["s3://loam?endpoint=http://10.1.2.3", { endpoint: "http://10.1.2.3" }],
  ] as const)("is parsed: %s", ([text, expected]) => {
    const location = parseS3Url(text);
    expect(location).toMatchObject(expected);
    expect(parseS3Url(formatS3Url(location))).toEqual(location);
  });

  test.for([
    ["https://loam", /s3:\/\//],
    ["s3://", /bucket/],
    ["s3://UPPER", /bucket/],
    ["s3://a:9000/x", /bucket/],
    ["s3://key:hunter2secret@loam", /AWS_ACCESS_KEY_ID/],
    ["s3://loam/a b", /prefix/],
    ["s3://loam/.hidden", /prefix/],
    ["s3://loam?acl=public", /parameters/],
    ["s3://loam?region=a&region=b", /twice/],
    ["s3://loam?region=EU", /region/],
    ["s3://loam?endpoint=ftp://x", /endpoint/],
    ["s3://loam?endpoint=https://me:hunter2secret@x", /endpoint/],
    ["s3://loam?endpoint=http://s3.example.test", /Use HTTPS/],
    ["s3://loam?endpoint=http://172.32.0.1", /Use HTTPS/],
    ["s3://loam#x", /#/],
  ] as const)("is rejected without repeating it: %s", ([text, reason]) => {
    const refused = refusalOf(text);
    expect(refused).toMatch(reason);
    expect(refused).not.toContain("hunter2secret");
  });

  test("shows whether one service can copy from another", () => {
    const here = parseS3Url("s3://aaa?endpoint=http://minio:9000");
    expect(isSameService(here, parseS3Url("s3://bbb/x?endpoint=http://minio:9000/"))).toBe(true);
    expect(isSameService(here, parseS3Url("s3://bbb"))).toBe(false);
  });
});

function refusalOf(text: string): string {
  try {
    parseS3Url(text);
    return "accepted";
  } catch (error) {
    if (isCmsError(error) && error.code === "invalid_config") return error.message;
    throw error;
  }
}
