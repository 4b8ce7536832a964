import { once } from "node:events";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { onTestFinished } from "vitest";
import { type Browser, openBrowser } from "../browser/browser.ts";

export const CLIENT = { id: "loam", secret: "the-secret-of-a-test-client-0123456789" } as const;

/** A user at the issuer. */
export interface IssuerPerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
  readonly groups?: readonly string[];
}

export interface Issuer {
  readonly url: string;
  /** The user who signs in from now on. */
  person: IssuerPerson;
  /** Follows a URL into the issuer and signs in, until it redirects the browser back. Returns that URL. */
  visit(url: string): Promise<string>;
}

/** Starts a real OpenID Connect issuer that signs everyone in, until the test ends. */
export async function startIssuer(redirectUri: string, person: IssuerPerson): Promise<Issuer> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const issuer: Issuer = {
    url: `http://127.0.0.1:${port}`,
    person,
    visit: (url) => follow(openBrowser({ at: issuer.url }), url, issuer.url),
  };
  const provider = new Provider(issuer.url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...issuer.person, sub: id }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/") === true) {
      const result = { login: { accountId: issuer.person.sub } };
      void provider.interactionFinished(request, response, result);
    } else {
      void answer(request, response);
    }
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  return issuer;
}

async function follow(browser: Browser, start: string, origin: string): Promise<string> {
  let url = start;
  for (let hops = 0; hops < 10; hops += 1) {
    if (new URL(url).origin !== origin) return url;
    const answer = await browser.ask("GET", url);
    const location = answer.headers.get("Location");
    if (location === null) throw new Error(`The issuer answered ${answer.status}: ${answer.text}`);
    url = new URL(location, origin).href;
  }
  throw new Error("The issuer sends the browser in circles.");
}
