import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { array, assert, constantFrom, property, record, string } from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { codePoint } from "../../../../tests/support/properties/code-point.ts";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { openState } from "../state/open-state.ts";
import { runEnvironment } from "./run-environment.ts";
import {
  allSecretValues,
  deleteSecret,
  listSecrets,
  openSecrets,
  putSecret,
  sessionSecrets,
} from "./secrets.ts";
import { temporarySecrets } from "./temporary-secrets.fixture.ts";

const AT = new Date("2026-11-20T09:30:00.000Z");

describe("a secret", () => {
  test("of a workspace takes precedence there and is invisible elsewhere, in any order of writing", async () => {
    const secrets = await temporarySecrets();
    const write = record({
      key: constantFrom("A", "B", "C"),
      workspaceId: constantFrom("", "w1", "w2"),
      value: string({ unit: codePoint, minLength: 1, maxLength: 20 }).map((text) =>
        text.toWellFormed().replaceAll("\0", "0"),
      ),
    });
    assert(
      property(array(write, { maxLength: 12 }), (writes) => {
        secrets.state.database.exec("DELETE FROM secrets");
        secrets.state.write(() => {
          for (const one of writes) putSecret(secrets, { ...one, at: AT });
        });
        for (const session of ["", "w1", "w2"]) {
          const seen = (place: string): (readonly [string, string])[] =>
            writes.filter((one) => one.workspaceId === place).map((one) => [one.key, one.value]);
          const expected = new Map([...seen(""), ...seen(session)]);
          const found = sessionSecrets(secrets, session);
          expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
        }
      }),
      // There are few places and names: more cases would repeat.
      { numRuns: 30 },
    );
  });

  test("is listed only by key and stored encrypted in files of the owner", async () => {
    const secrets = await temporarySecrets();
    const value = `canary-${randomBytes(12).toString("hex")}`;
    putSecret(secrets, { key: "API_TOKEN", workspaceId: "w1", value, at: AT });
    putSecret(secrets, { key: "PIN", workspaceId: "", value: "12345", at: AT });
    expect(listSecrets(secrets)).toEqual([
      { key: "API_TOKEN", workspaceId: "w1", updatedAt: AT.toISOString(), masked: true },
      { key: "PIN", workspaceId: "", updatedAt: AT.toISOString(), masked: false },
    ]);
    expect(listSecrets(secrets, "")).toHaveLength(1);
    expect(allSecretValues(secrets)).toContain(value);
    const file = secrets.state.database.location() ?? "";
    for (const path of [file, `${file}-wal`]) {
      expect(readFileSync(path).includes(value)).toBe(false);
    }
  });

  test("is deleted only for the given place", async () => {
    const secrets = await temporarySecrets();
    putSecret(secrets, { key: "A", workspaceId: "", value: "common", at: AT });
    putSecret(secrets, { key: "A", workspaceId: "w1", value: "own", at: AT });
    expect(deleteSecret(secrets, { key: "A", workspaceId: "w1" })).toBe(true);
    expect(deleteSecret(secrets, { key: "A", workspaceId: "w1" })).toBe(false);
    expect(sessionSecrets(secrets, "w1").get("A")).toBe("common");
  });

  test("cannot be decrypted in another row", async () => {
    const secrets = await temporarySecrets();
    putSecret(secrets, { key: "A", workspaceId: "w1", value: "of w1", at: AT });
    secrets.state.database.exec("UPDATE secrets SET workspace_id = 'w2'");
    expect(() => sessionSecrets(secrets, "w2")).toThrow(
      expect.objectContaining({ code: "secret_unreadable" }),
    );
  });

  test.for([
    ["", /would override A/],
    ["a\0b", /without NUL/],
    ["\ud800", /Unicode text/],
    ["é".repeat(24_577), /exceeds 48 KiB/],
  ] as const)("rejects a value that no process can have: %#", async ([value, message]) => {
    const secrets = await temporarySecrets();
    expect(() => putSecret(secrets, { key: "A", workspaceId: "", value, at: AT })).toThrow(message);
  });

  test("is rejected if a run could not start with all of them", async () => {
    const secrets = await temporarySecrets();
    const value = "x".repeat(48 * 1024);
    const put = (key: string, workspaceId: string): unknown =>
      putSecret(secrets, { key, workspaceId, value, at: AT });
    for (let number = 0; number < 11; number += 1) put(`COMMON_${number}`, "");
    for (let number = 0; number < 10; number += 1) put(`OWN_${number}`, "w1");
    expect(() => put("OWN_10", "w1")).toThrow(expect.objectContaining({ code: "too_large" }));
    put("OWN_10", "w2");
    expect(listSecrets(secrets, "w1")).toHaveLength(10);
    // Replacing a value of the same name takes no more space.
    put("COMMON_3", "w1");
  });
});

test("rejects names that instruct other software", async () => {
  const secrets = await temporarySecrets();
  const put = (key: string): unknown =>
    putSecret(secrets, { key, workspaceId: "", value: "x", at: AT });
  for (const key of ["LD_PRELOAD", "npm_config_userconfig", "__proto__"]) {
    expect(() => put(key)).toThrow(expect.objectContaining({ code: "reserved_name" }));
  }
  expect(listSecrets(secrets)).toEqual([]);
});

describe("the key of a worker", () => {
  test("is created once for its owner, and never replaced if lost", async () => {
    const home = await temporaryFolder("worker-key");
    const state = openState(home);
    onTestFinished(() => state.close());
    const config = { home, allowReservedSecrets: [] };
    const first = openSecrets(config, state);
    putSecret(first, { key: "A", workspaceId: "", value: "kept", at: AT });
    const file = join(home, "secret.key");
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(sessionSecrets(openSecrets(config, state), "").get("A")).toBe("kept");
    rmSync(file);
    expect(() => openSecrets(config, state)).toThrow(/Restore it, or set LOAM_WORKER_KEY/);
    const other = openSecrets({ ...config, secretKey: randomBytes(32) }, state);
    expect(() => sessionSecrets(other, "")).toThrow(/cannot be decrypted/);
  });
});

test("a run's environment consists of the base, additions, secrets, and its id", () => {
  const environment = {
    PATH: "/usr/bin",
    HOME: "/home/me",
    LC_ALL: "C.UTF-8",
    LOAM_TOKEN: "loam_pat_x",
    ANTHROPIC_API_KEY: "of the operator",
    NODE_OPTIONS: "--require ./x.js",
    EDITOR: undefined,
  };
  const made = runEnvironment(
    { passEnvironment: ["ANTHROPIC_API_KEY"], runPath: "/opt/bin:/usr/bin" },
    { environment, secrets: new Map([["DB_PASSWORD", "x"]]), runId: "r1" },
  );
  expect(made).toEqual({
    PATH: "/opt/bin:/usr/bin",
    HOME: "/home/me",
    LC_ALL: "C.UTF-8",
    ANTHROPIC_API_KEY: "of the operator",
    DB_PASSWORD: "x",
    LOAM_RUN: "r1",
  });
});
