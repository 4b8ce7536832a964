import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { CLIENT } from "./issuer.ts";

/** Faults of an issuer, or of an attacker posing as one. */
interface Forgery {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  /** @default the issuer's published key */
  readonly signedBy?: "nobody" | "another key" | "the client secret";
}

export interface ForgingIssuer {
  readonly url: string;
  /** Faults of the next ID tokens. */
  forgery: Forgery;
  /** Nonce of its ID tokens. */
  nonce: string;
}

/** Starts an issuer that returns a valid or forged ID token for every code, until the test ends. */
export async function startForgingIssuer(): Promise<ForgingIssuer> {
  const [own, other] = [newKey(), newKey()];
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const issuer: ForgingIssuer = { url: `http://127.0.0.1:${port}`, forgery: {}, nonce: "" };

  function idToken(): string {
    const { header = {}, claims = {}, signedBy } = issuer.forgery;
    const now = Math.floor(Date.now() / 1000);
    const body = {
      iss: issuer.url,
      aud: CLIENT.id,
      sub: "ada",
      nonce: issuer.nonce,
      iat: now,
      exp: now + 60,
      email: "ada@corp.test",
      email_verified: true,
      ...claims,
    };
    const text = [{ alg: "RS256", kid: "k", ...header }, body]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    if (signedBy === "nobody") return `${text}.`;
    if (signedBy === "the client secret") {
      return `${text}.${createHmac("sha256", CLIENT.secret).update(text).digest("base64url")}`;
    }
    const { privateKey } = signedBy === "another key" ? other : own;
    return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
  }

  const answers: Readonly<Record<string, () => unknown>> = {
    "/.well-known/openid-configuration": () => ({
      issuer: issuer.url,
      authorization_endpoint: `${issuer.url}/auth`,
      token_endpoint: `${issuer.url}/token`,
      jwks_uri: `${issuer.url}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      authorization_response_iss_parameter_supported: true,
    }),
    "/jwks": () => ({
      keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "k", alg: "RS256", use: "sig" }],
    }),
    "/token": () => ({ access_token: "a", token_type: "Bearer", id_token: idToken() }),
  };
  server.on("request", (request, response) => {
    const body = answers[request.url ?? ""]?.() ?? {};
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(body));
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  return issuer;
}

function newKey() {
  return generateKeyPairSync("rsa", { modulusLength: 2048 });
}
