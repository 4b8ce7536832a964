import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";
import { expect, test } from "vitest";
import { lengthPrefixed, makeSealingKeys, openSecrets, sealSecret } from "./seal-secret.ts";

const PLACE = { workerId: "w1", workspaceId: "", key: "API_KEY" };

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "base64url"));

/** Opens a sealed value according to RFC 9180, with the additional data of the protocol. */
async function openAs(
  privateKey: string,
  { enc, ciphertext }: { readonly enc: string; readonly ciphertext: string },
  parts: readonly string[],
): Promise<string> {
  const suite = new CipherSuite({
    kem: new DhkemX25519HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  });
  const recipientKey = await suite.kem.deserializePrivateKey(bytes(privateKey).buffer);
  const aad = Buffer.concat(
    parts.flatMap((part) => [
      Buffer.from([part.length >> 8, part.length & 255]),
      Buffer.from(part),
    ]),
  );
  const info = new TextEncoder().encode("loam-secret/1");
  const opened = await suite.open(
    { recipientKey, enc: bytes(enc), info },
    bytes(ciphertext),
    Uint8Array.from(aad),
  );
  return Buffer.from(opened).toString();
}

test("seals as the protocol describes, for one place", async () => {
  const { publicKey, privateKey } = await makeSealingKeys();
  expect(Buffer.from(publicKey, "base64url")).toHaveLength(32);
  const sealed = await sealSecret(publicKey, PLACE, "naïve");
  expect(await openAs(privateKey, sealed, ["w1", "", "API_KEY"])).toBe("naïve");
  for (const parts of [
    ["w1", "x", "API_KEY"],
    ["w1", "", "OTHER"],
    ["w", "1", "API_KEY"],
  ]) {
    await expect(openAs(privateKey, sealed, parts)).rejects.toMatchObject({ name: "OpenError" });
  }
});

test("opens what was sealed, and nothing else", async () => {
  const { publicKey, privateKey } = await makeSealingKeys();
  const open = await openSecrets(privateKey);
  const sealed = await sealSecret(publicKey, PLACE, "\uFEFFtwo\nlines");
  expect(await open(sealed, PLACE)).toBe("\uFEFFtwo\nlines");
  await expect(open(sealed, { ...PLACE, workerId: "w2" })).rejects.toThrow(Error);
  await expect(open({ enc: "!", ciphertext: "" }, PLACE)).rejects.toThrow(Error);
  const other = await openSecrets((await makeSealingKeys()).privateKey);
  await expect(other(sealed, PLACE)).rejects.toThrow(Error);
});

test("prefixes the length in bytes", () => {
  expect(Buffer.from(lengthPrefixed(["ä", ""])).toString("hex")).toBe("0002c3a40000");
});
