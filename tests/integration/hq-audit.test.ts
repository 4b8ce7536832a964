import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hq } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { serverOfSite } from "../support/hq/server-of-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface AuditRecord {
  readonly event: string;
  readonly userId: string | null;
  readonly address: string;
  readonly siteId: string | null;
  readonly target: Readonly<Record<string, string>>;
}

/** Parses the output of `hq audit list --json`, oldest first. */
function recordsOf(out: string): readonly AuditRecord[] {
  const { records }: { readonly records: readonly AuditRecord[] } = JSON.parse(out);
  return records.toReversed();
}

test("records commands in the audit log without a user", async () => {
  const { folder, siteId } = await makeHqSite(await temporaryFolder());
  const run = async (args: readonly string[], input = "") => {
    const result = await hq(args, { folder, input });
    expect(result).toMatchObject({ code: 0 });
    return result.out;
  };
  await run(["user", "create", "ada@x.test", "--admin"], "correct horse battery\n");
  const before = recordsOf(await run(["audit", "list", "--json"])).length;
  await run(["user", "create", "eve@x.test"], "correct horse battery\n");
  await run(["user", "disable", "eve@x.test"]);
  await run(["user", "reset-password", "eve@x.test"]);
  const key: { readonly id: string } = JSON.parse(await run(["key", "create", "Blog", "--json"]));
  await run(["key", "revoke", key.id]);
  await run(["workspace", "plan", "main", "team"]);
  await run(["site", "set", "Blog"]);
  await run(["site", "set", "Blog", "--route", "posts=/blog/{slug}"]);
  await run(["site", "duplicate", "Blog", "Copy"]);
  await run(["site", "delete", "Copy", "--yes"]);

  const records = recordsOf(await run(["audit", "list", "--json"])).slice(before);
  const user = records[1]?.target["user"];
  const copy = records.at(-1)?.target["site"];
  expect(records.map(({ event, target }) => [event, target])).toEqual([
    ["user.created", { email: "eve@x.test", instanceAdmin: "false" }],
    ["user.changed", { user: expect.stringMatching(/^u/), disabled: "true" }],
    ["password-reset.requested", { user }],
    ["read-key.created", { site: siteId, name: "read key" }],
    ["read-key.revoked", { site: siteId, id: key.id }],
    ["plan.changed", { ws: "main", plan: "team" }],
    ["site.changed", { site: siteId }],
    ["site.duplicated", { site: siteId, name: "Copy" }],
    ["site.deleted", { site: copy }],
  ]);
  for (const { address, userId } of records) expect([address, userId]).toEqual(["command", null]);
  expect(recordsOf(await run(["audit", "list", "--site", "Blog", "--json"])).at(-1)).toMatchObject({
    event: "site.duplicated",
    siteId,
  });
  await run(["audit", "verify"]);
});

test("records nothing for commands with invalid arguments", async () => {
  const { folder } = await makeHqSite(await temporaryFolder());
  const before = (await hq(["audit", "list"], { folder })).out;
  for (const args of [
    ["key", "create", "nope"],
    ["key", "revoke", "nope"],
    ["user", "disable", "nobody@x.test"],
    ["site", "delete", "nope", "--yes"],
    ["site", "rollback", "Blog", "1234567"],
  ]) {
    expect((await hq(args, { folder })).code).not.toBe(0);
  }
  expect((await hq(["audit", "list"], { folder })).out).toBe(before);
});

test("a command changes nothing if the log's signing key is missing", async () => {
  const { folder } = await makeHqSite(await temporaryFolder());
  expect((await hq(["key", "create", "Blog"], { folder })).code).toBe(0);
  await rm(join(folder, "data/secret.key"));
  const refused = await hq(["key", "create", "Blog"], { folder });
  expect(refused).toMatchObject({
    err: expect.stringMatching(/^hq: data_dir_unusable: .*Restore it/),
  });
  const { out } = await hq(["key", "list", "Blog", "--json"], { folder });
  expect(JSON.parse(out)).toHaveLength(1);
});

test("records commands run by a server in the same chain", async () => {
  const { siteId, run } = await serverOfSite();
  await run(["site", "create", "Notes"]);
  await run(["key", "create", "Blog", "--name", "Astro"]);
  const { out } = await run(["audit", "list", "--limit", "2", "--json"]);
  expect(recordsOf(out)).toMatchObject([
    { event: "site.created", target: { ws: "main", name: "Notes" } },
    { event: "read-key.created", siteId, address: "command", target: { name: "Astro" } },
  ]);
  await run(["audit", "verify"]);
});
