import { describe, expect, test } from "vitest";
import { answerWith } from "../../../../../tests/support/hq/webhook-receiver.ts";
import { networks, openEgress, POST, PUBLIC, receiver, resolveTo } from "./egress.fixture.ts";
import type { Egress } from "./egress.ts";
import type { Resolve } from "./send-out.ts";

/** Returns the error codes of checking the URL and of connecting to it. */
async function refusals(egress: Egress, url: string): Promise<readonly unknown[]> {
  const tries = await Promise.allSettled([egress.check(url), egress.post(url, POST)]);
  return tries.map((tried) => tried.status === "rejected" && codeOf(tried.reason));
}

const REFUSED = ["target_refused", "target_refused"];

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

const unknown: Resolve = () =>
  Promise.reject(Object.assign(new Error("ENOTFOUND"), { code: "ENOTFOUND" }));

describe("WHK-01: rejects this machine on saving and connecting", () => {
  test.for([
    "https://127.0.0.1/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://a.localhost/",
    "https://0.0.0.0/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://127.1/",
    "https://0177.0.0.1/",
    "https://127.0.0.1./",
    "https://①②⑦.⓪.⓪.①/",
    "https://user@127.0.0.1/",
    "https://user:word@hooks.example.com/",
  ])("%s", async (url) => expect(await refusals(openEgress(), url)).toEqual(REFUSED));
});

describe("WHK-02: rejects a private host on saving and connecting", () => {
  test.for([
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "[fd00::1]",
    "[fe80::1]",
    "[fec0::1]",
    "[64:ff9b::a00:1]",
    "[64:ff9b:1::a00:1]",
    "[2002:7f00:1::]",
    "[2001::7f00:1]",
    "[2001:db8::1]",
    "[3fff::1]",
    "[ff02::1]",
    "[::127.0.0.1]",
    "metadata.google.internal",
    "printer",
    "nas.local",
  ])("%s", async (host) =>
    expect(await refusals(openEgress(), `https://${host}/`)).toEqual(REFUSED),
  );

  test("rejects a name that resolves to a private IP address", async () => {
    for (const address of ["10.0.0.1", "::1", "fd00::1", "::ffff:10.0.0.1"]) {
      const egress = openEgress([], resolveTo(address));
      await expect(egress.check("https://hooks.example.com/")).rejects.toThrow(address);
      const sent = egress.post("https://hooks.example.com/", POST);
      expect(codeOf(await sent.catch((error: unknown) => error))).toBe("target_refused");
    }
  });

  test("allows networks configured by the operator, even over HTTP", async () => {
    const { url, received } = await receiver();
    await expect(openEgress().check(url)).rejects.toThrow("public internet");
    await expect(openEgress(networks("10.0.0.0/8")).check(url)).rejects.toThrow("public internet");
    const egress = openEgress(networks("127.0.0.0/8"), resolveTo("127.0.0.1"));
    await egress.check(url);
    expect(await egress.post(url, POST)).toMatchObject({ status: 204 });
    const named = url.replace("127.0.0.1", "receiver.internal");
    await egress.check(named);
    expect(await egress.post(named, POST)).toMatchObject({ status: 204 });
    expect(received).toHaveLength(2);
  });

  test("accepts a name that doesn't resolve yet, unless it is local", async () => {
    await openEgress([], unknown).check("https://hooks.example.com/");
    const allowing = openEgress(networks("10.0.0.0/8"), unknown);
    await expect(allowing.check("https://metadata.google.internal/")).rejects.toThrow("private");
  });
});

describe("WHK-03: connects only to checked IP addresses", () => {
  test("does not connect to a name that is private on the second lookup", async () => {
    const { url, received } = await receiver();
    const answers = [PUBLIC, "127.0.0.1"].values();
    const egress = openEgress([], () =>
      Promise.resolve([{ address: answers.next().value ?? "127.0.0.1", family: 4 }]),
    );
    const named = `https://hooks.example.com:${new URL(url).port}/`;
    await egress.check(named);
    const sent = await egress.post(named, POST).catch((error: unknown) => error);
    expect(codeOf(sent)).toBe("target_refused");
    expect(received).toEqual([]);
  });

  test("uses one lookup for checking and connecting", async () => {
    const { url, received } = await receiver();
    const asked: string[] = [];
    const egress = openEgress(networks("127.0.0.1"), (name) => {
      asked.push(name);
      return Promise.resolve([{ address: "127.0.0.1", family: 4 }]);
    });
    await egress.post(url.replace("127.0.0.1", "receiver.example.com"), POST);
    expect(asked).toEqual(["receiver.example.com"]);
    expect(received).toHaveLength(1);
  });

  test("rejects a name with one private IP address among public ones", async () => {
    for (const set of [
      [PUBLIC, "10.0.0.1"],
      ["2606:2800:21f:cb07::1", "127.0.0.1"],
    ]) {
      await expect(
        openEgress([], resolveTo(...set)).check("https://hooks.example.com/"),
      ).rejects.toThrow(set[1]);
    }
    await openEgress([], resolveTo(PUBLIC, "2606:2800:21f:cb07::1")).check(
      "https://hooks.example.com/",
    );
  });
});

describe("WHK-04", () => {
  test.for([301, 302, 303, 307, 308])("does not follow a redirect with %i", async (status) => {
    const elsewhere = await receiver();
    const { url } = await receiver(answerWith(status, { location: elsewhere.url }));
    const egress = openEgress(networks("127.0.0.0/8"));
    expect(await egress.post(url, POST)).toMatchObject({ status });
    expect(elsewhere.received).toEqual([]);
  });
});

describe("WHK-05: rejects other kinds of URLs", () => {
  test.for([
    "ftp://hooks.example.com/",
    "file:///etc/passwd",
    "gopher://hooks.example.com/",
    "http://hooks.example.com/",
    "https://hooks.example.com:22/",
    "https://hooks.example.com:25/",
    "https://hooks.example.com:6379/",
    "https://hooks.example.com:5432/",
    "https://hooks.example.com/\r\nx-evil: 1",
    "https://hooks.exa\nmple.com/",
    " https://hooks.example.com/",
    `https://hooks.example.com/${"x".repeat(8192)}`,
    "https://аpple.com/",
    "https://hooks.example.com/#part",
    "hooks.example.com",
    "",
  ])("%j", async (url) => expect(await refusals(openEgress(), url)).toEqual(REFUSED));

  test.for([
    "https://hooks.example.com/a?b=c",
    "https://xn--80ak6aa92e.com/",
    "https://x.io:8443/",
  ])("accepts %s", async (url) => expect((await openEgress().check(url)).protocol).toBe("https:"));
});
