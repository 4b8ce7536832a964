import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A simulated passkey device. */
export interface Authenticator {
  /** Returns the browser's response to `navigator.credentials.create()`. */
  create(options: unknown, origin: string): object;
  /** Returns the browser's response to `navigator.credentials.get()`. */
  sign(options: unknown, origin: string): object;
}

export interface AuthenticatorOptions {
  /** Whether its owner unlocks it. @default true */
  readonly unlocked?: boolean;
  readonly rpId: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HOLDS_KEY = 0x40;

export function createAuthenticator({
  unlocked = true,
  rpId,
}: AuthenticatorOptions): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  const verified = unlocked ? USER_VERIFIED : 0;
  let counter = 0;

  function authenticatorData(flags: number, rest: Buffer = Buffer.alloc(0)): Buffer {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.of(flags | verified), count, rest]);
  }

  const head = {
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    authenticatorAttachment: "platform",
    clientExtensionResults: {},
  };

  return {
    create(options, origin) {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const coseKey = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const length = Buffer.of(0, id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const data = authenticatorData(USER_PRESENT | HOLDS_KEY, attested);
      const clientData = clientDataOf("webauthn.create", options, origin);
      return {
        ...head,
        response: {
          clientDataJSON: clientData.toString("base64url"),
          attestationObject: attestationObject(data).toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    sign(options, origin) {
      const data = authenticatorData(USER_PRESENT);
      const clientData = clientDataOf("webauthn.get", options, origin);
      const signed = Buffer.concat([data, sha256(clientData)]);
      return {
        ...head,
        response: {
          clientDataJSON: clientData.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
          userHandle: null,
        },
      };
    },
  };
}

function clientDataOf(type: string, options: unknown, origin: string): Buffer {
  const given = typeof options === "object" && options !== null ? options : {};
  const challenge = "challenge" in given ? given.challenge : "";
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** Encodes `{fmt: "none", attStmt: {}, authData}` as CBOR. */
function attestationObject(data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
    Buffer.of(data.length),
    data,
  ]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
