import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseConfig, readEnvironment } from "./config.ts";

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parseConfig(environment, "/srv");
    return [];
  } catch (error) {
    if (!(error instanceof CmsError) || error.code !== "invalid_config") throw error;
    return error.issues.map((issue) => issue.message);
  }
}

describe("the configuration", () => {
  test("has a default for every variable", () => {
    expect(parseConfig({}, "/srv")).toEqual({
      dataFolder: "/srv/data",
      host: "127.0.0.1",
      port: 4400,
      database: { kind: "sqlite", file: "/srv/data/hq.db" },
      publicStorage: { kind: "folder", folder: "/srv/data/public" },
      mediaStorage: { kind: "folder", folder: "/srv/data/media" },
      billing: "manual",
      variablePrecedence: "worker-last",
      runDays: 90,
      secretKeys: [],
      passwordSignIn: true,
      webhookAllow: [],
      upstreamAllow: [],
      upstreamIntervalSeconds: 300,
      workerAllow: [],
      readLimit: 300,
      writeLimit: 60,
      sharePort: false,
      trustedProxies: 0,
      schedulerIntervalSeconds: 300,
      logLevel: "info",
    });
  });

  test("reports what a variable must be without later problems", () => {
    expect(problemsOf({ LOAM_PORT: "99999", LOAM_WEBHOOK_ALLOW: "banana" })).toEqual([
      "LOAM_PORT must be a port number from 0 to 65535.",
      "LOAM_WEBHOOK_ALLOW must be networks such as 10.1.0.0/16 or fd00::/8, separated by commas.",
    ]);
  });

  test("resolves folders against the start folder and removes trailing slashes from URLs", () => {
    const config = parseConfig(
      {
        LOAM_DATA: "loam",
        LOAM_PUBLIC_STORAGE: "file:../www",
        LOAM_MEDIA_STORAGE: "file:///var/media",
        LOAM_BASE_URL: "https://hq.example.test/loam/",
      },
      "/srv",
    );
    expect(config).toMatchObject({
      dataFolder: "/srv/loam",
      publicStorage: { kind: "folder", folder: "/www" },
      mediaStorage: { kind: "folder", folder: "/var/media" },
      baseUrl: "https://hq.example.test/loam",
    });
  });

  test("accepts buckets with region and credentials from AWS variables", () => {
    const config = parseConfig(
      {
        LOAM_PUBLIC_STORAGE: "s3://loam/public?endpoint=https://s3.example.test&region=auto",
        LOAM_MEDIA_STORAGE: "s3://loam-media",
        AWS_REGION: "eu-central-1",
        AWS_ACCESS_KEY_ID: "key",
        AWS_SECRET_ACCESS_KEY: "secret",
      },
      "/srv",
    );
    expect(config).toMatchObject({
      publicStorage: {
        kind: "s3",
        location: {
          bucket: "loam",
          prefix: "public",
          endpoint: "https://s3.example.test",
          region: "auto",
        },
      },
      mediaStorage: { location: { bucket: "loam-media", prefix: "", region: "eu-central-1" } },
      s3Credentials: { accessKeyId: "key", secretAccessKey: "secret" },
    });
  });

  test("treats an empty value as not set", () => {
    expect(parseConfig({ LOAM_PORT: "", LOAM_DATABASE_URL: "" }, "/srv").port).toBe(4400);
  });

  test.for([
    [{ LOAM_PORT: "80a" }, ["LOAM_PORT must be a port number from 0 to 65535."]],
    [
      { LOAM_SHARE_PORT: "yes" },
      ["LOAM_SHARE_PORT requires PostgreSQL. With SQLite, there is only one process."],
    ],
    [
      { LOAM_SHARE_PORT: "yes", LOAM_PORT: "0", LOAM_DATABASE_URL: "postgres://a@b/c" },
      ["LOAM_SHARE_PORT requires LOAM_PORT."],
    ],
    [{ LOAM_PORT: "65536" }, ["LOAM_PORT must be a port number from 0 to 65535."]],
    [{ LOAM_READ_LIMIT: "0" }, [/^LOAM_READ_LIMIT must be a whole number/]],
    [{ LOAM_BASE_URL: "ftp://x" }, [/^LOAM_BASE_URL must be an http/]],
    [{ LOAM_BASE_URL: "http://me:secret@x" }, [/^LOAM_BASE_URL must be an http/]],
    [{ LOAM_PUBLIC_STORAGE: "public" }, [/^LOAM_PUBLIC_STORAGE must be file:<folder> or s3:/]],
    [{ LOAM_MEDIA_STORAGE: "s3://me:secret@media" }, [/^LOAM_MEDIA_STORAGE .*AWS_ACCESS_KEY_ID/]],
    [{ LOAM_MEDIA_STORAGE: "s3://secret?endpoint=http://s3.test" }, [/outside the local network/]],
    [{ LOAM_DATABASE_URL: "mysql://me:secret@x/loam" }, [/^LOAM_DATABASE_URL must be postgres:/]],
    [{ LOAM_DATABASE_URL: "postgres://me:secret@x" }, [/^LOAM_DATABASE_URL must be postgres:/]],
    [{ LOAM_DATABASE_URL: "postgres:///loam" }, [/^LOAM_DATABASE_URL must be postgres:/]],
    [{ LOAM_ADMIN_PASSWORD: "correct horse battery" }, [/requires LOAM_ADMIN_EMAIL/]],
    [{ LOAM_LOG_LEVEL: "loud" }, [/^LOAM_LOG_LEVEL must be one of trace, debug/]],
    [{ LOAM_BILLING: "x", LOAM_PORT: "x" }, [/^LOAM_PORT/, /^LOAM_BILLING/]],
  ] as const)("names the invalid variable and the fix: %o", ([environment, lines]) => {
    const problems = problemsOf(environment);
    expect(problems).toHaveLength(lines.length);
    for (const [index, line] of lines.entries()) expect(problems[index]).toMatch(line);
    expect(problems.join("\n")).not.toMatch(/secret|correct horse/);
  });
});

describe("the .env file", () => {
  test("has lower precedence than the environment", () => {
    const folder = mkdtempSync(join(tmpdir(), "loam-env-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, ".env"), "LOAM_PORT=1\nLOAM_HOST='::1' # here\nLOAM_BILLING=none\n");

    const environment = readEnvironment(folder, { LOAM_PORT: "2", LOAM_BILLING: "" });

    expect(parseConfig(environment, folder)).toMatchObject({
      port: 2,
      host: "::1",
      billing: "none",
    });
  });

  test("is optional", () => {
    expect(readEnvironment("/nonexistent", { A: "b" })).toEqual({ A: "b" });
  });
});

test.each(["/api", "/public/x", "/git", "/setup", "/w", "/assets/"])(
  "rejects a base URL below %s, which HQ serves itself",
  (path) => {
    const problems = problemsOf({ LOAM_BASE_URL: `https://example.test${path}` });
    expect(problems).toEqual([expect.stringContaining("without a path that HQ uses")]);
  },
);

test.each(["/loam", "/tools/cms/", "/apis", "/public-site"])(
  "accepts a base URL below %s and removes a trailing slash",
  (path) => {
    const { baseUrl } = parseConfig({ LOAM_BASE_URL: `https://example.test${path}` }, "/srv");
    expect(baseUrl).toBe(`https://example.test${path.replace(/\/$/, "")}`);
  },
);
