import { sealSecret } from "@loam/cms-core/seal";
import { expect, test } from "vitest";
import { fingerprintOf, openKeyPair } from "./key-pair.ts";
import { temporarySecrets } from "./temporary-secrets.fixture.ts";

const PLACE = { workerId: "waaaaaaaaaaaaaaaaaaa", workspaceId: "w1", key: "API_TOKEN" };
const VALUE = "pässword\n of two lines";

test("opens a secret encrypted for a worker and a place, also after a restart", async () => {
  const { state, sealer } = await temporarySecrets();
  const { publicKey, fingerprint } = await openKeyPair(state, sealer);
  expect(Buffer.from(publicKey, "base64url")).toHaveLength(32);
  expect(fingerprint).toMatch(/^(?:[0-9a-f]{4} ){3}[0-9a-f]{4}$/);
  expect(fingerprintOf(publicKey)).toBe(fingerprint);
  const sealed = await sealSecret(publicKey, PLACE, VALUE);
  const again = await openKeyPair(state, sealer);
  expect(again.publicKey).toBe(publicKey);
  expect(await again.openSealed(sealed, PLACE)).toBe(VALUE);
});

test("rejects a secret for another place or worker, or a modified one", async () => {
  const one = await temporarySecrets();
  const pair = await openKeyPair(one.state, one.sealer);
  const other = await temporarySecrets();
  const otherPair = await openKeyPair(other.state, other.sealer);
  const sealed = await sealSecret(pair.publicKey, PLACE, VALUE);
  const changed = Buffer.from(sealed.ciphertext, "base64url");
  changed[3] = (changed[3] ?? 0) ^ 1;
  const tries = [
    () => pair.openSealed(sealed, { ...PLACE, key: "PI_TOKEN" }),
    () => pair.openSealed(sealed, { ...PLACE, workspaceId: "" }),
    () => pair.openSealed(sealed, { ...PLACE, workerId: "wb", workspaceId: "w1" }),
    () => pair.openSealed({ ...sealed, ciphertext: changed.toString("base64url") }, PLACE),
    () => pair.openSealed({ enc: "", ciphertext: "" }, PLACE),
    () => otherPair.openSealed(sealed, PLACE),
  ];
  for (const attempt of tries) {
    await expect(attempt()).rejects.toMatchObject({ code: "secret_unreadable" });
  }
});
