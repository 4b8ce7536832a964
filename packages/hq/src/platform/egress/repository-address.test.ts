import { describe, expect, test } from "vitest";
import { LOCAL, openEgress, PUBLIC, resolveTo } from "./egress.fixture.ts";

describe("GIT-20: rejects invalid repository URLs before they reach Git", () => {
  test.for([
    "ext::sh -c id",
    "file:///etc",
    "/srv/git/site.git",
    "../site.git",
    "-u./x",
    "--upload-pack=touch /tmp/x",
    "git://forge.example.com/team/site.git",
    "ftp://forge.example.com/team/site.git",
    "http://forge.example.com/team/site.git",
    "https://forge.example.com",
    "https://forge.example.com/",
    "https://forge.example.com/team/site.git?service=git-upload-pack",
    "https://forge.example.com/team/site.git#main",
    "https://forge.example.com/--upload-pack=x",
    "https://forge.example.com/team/$(id).git",
    "https://ann@forge.example.com/team/site.git",
    "https://ann:word@forge.example.com/team/site.git",
    "https://forge.example.com:22/team/site.git",
    "https://127.0.0.1/team/site.git",
    "https://169.254.169.254/team/site.git",
    "ssh://-oProxyCommand=id@forge.example.com/team/site.git",
    "ssh://git@-oProxyCommand=id/team/site.git",
    "ssh://git:word@forge.example.com/team/site.git",
    "ssh://forge.example.com/team/site.git",
    "ssh://git@forge.example.com/",
    "ssh://git@forge.example.com/team/'id'.git",
    "ssh://git@forge.example.com:25/team/site.git",
    "ssh://git@127.0.0.1/team/site.git",
    "ssh://git@0x7f.1/team/site.git",
    "ssh://git@[::1]/team/site.git",
    "ssh://git@[fd00::1]/team/site.git",
    "git@localhost:team/site.git",
    "git@10.0.0.1:team/site.git",
    "git@forge.example.com:-x/site.git",
  ])("%s", async (address) => {
    const egress = openEgress();
    for (const asked of [egress.checkRepository(address), egress.pin(address)]) {
      await expect(asked).rejects.toMatchObject({ code: "target_refused" });
    }
  });
});

test.for([
  ["https://forge.example.com/team/site.git", "https://forge.example.com/team/site.git"],
  ["https://Forge.example.com:8443/~ann/site", "https://forge.example.com:8443/~ann/site"],
  ["git@forge.example.com:team/site.git", "ssh://git@forge.example.com/team/site.git"],
  ["ssh://git@Forge.example.com:2222/a/b", "ssh://git@forge.example.com:2222/a/b"],
] as const)("resolves %s to the IP address of its name", async ([given, kept]) => {
  const egress = openEgress();
  expect((await egress.checkRepository(given)).href).toBe(kept);
  expect(await egress.pin(kept)).toEqual({ url: kept, addresses: [PUBLIC] });
});

test("rejects a name that resolves to a private IP address each time, unless the operator allows it", async () => {
  for (const address of ["https://forge.example.com/a/b", "ssh://git@forge.example.com/a/b"]) {
    for (const found of ["127.0.0.1", "::1", "::ffff:10.0.0.1"]) {
      const egress = openEgress([], resolveTo(PUBLIC, found));
      await expect(egress.pin(address)).rejects.toThrow(found);
    }
    const allowed = openEgress(LOCAL, resolveTo("127.0.0.1"));
    expect(await allowed.pin(address)).toMatchObject({ addresses: ["127.0.0.1"] });
  }
});
