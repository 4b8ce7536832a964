import type * as Webauthn from "@simplewebauthn/server";

/** Three hundred modules, a sixth of all that a server consists of: loaded with the first passkey. */
export async function loadWebauthn(): Promise<typeof Webauthn> {
  return import("@simplewebauthn/server");
}
