import { expect, test } from "vitest";
import { serve } from "../../../../../tests/support/serve.ts";
import { isCmsError } from "../../base/errors.ts";
import { newRepository, temporaryFolder } from "../repository/repository.fixture.ts";
import { openRemote } from "./remote.ts";

const USERNAME = "loam+ci@example.com";
const PASSWORD = 'glpat-Zk"3/\\9+x=y?&%é';
const PAIR = `${USERNAME}:${PASSWORD}`;
const BASE64 = Buffer.from(PAIR).toString("base64");

/** Ways in which the remote can repeat what it received. */
const FORMS: Readonly<Record<string, string>> = {
  plain: PASSWORD,
  "as a pair": PAIR,
  "as a header": `Basic ${BASE64}`,
  "as a header without padding": `authorization=Basic:${BASE64.replace(/=+$/, "")}`,
  "as base64 for URLs": Buffer.from(PAIR).toString("base64url"),
  "the password alone as base64": Buffer.from(PASSWORD).toString("base64"),
  "in a URL": `https://${encodeURIComponent(USERNAME)}:${encodeURIComponent(PASSWORD)}@host/x`,
  "in a query": new URLSearchParams({ token: PASSWORD }).toString(),
  "in lower-case escapes": encodeURIComponent(PASSWORD).replaceAll(/%../g, (escape) =>
    escape.toLowerCase(),
  ),
  "in JSON": JSON.stringify({ header: PAIR }),
  "in JSON within JSON": JSON.stringify(JSON.stringify({ header: PAIR })),
  "in HTML": PASSWORD.replace("&", "&amp;").replace('"', "&quot;"),
  "in hex": Buffer.from(PAIR).toString("hex"),
};

/** Parts of the login that must never appear anywhere. */
const SECRET = [PASSWORD, BASE64.slice(8, -4), "glpat-Zk", "676c7061742d5a6b"];

async function startEchoingHost(text: string, how: "in git" | "in HTTP"): Promise<string> {
  const { origin } = await serve((request, response) => {
    if (request.headers.authorization === undefined) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="host"' }).end();
    } else if (how === "in HTTP") {
      response.writeHead(500, { "content-type": "text/plain" }).end(`denied ${text}\n`);
    } else {
      response.writeHead(200, { "content-type": "application/x-git-upload-pack-advertisement" });
      response.end(`${packet("# service=git-upload-pack\n")}0000${packet(`ERR denied ${text}\n`)}`);
    }
  });
  return `${origin}/team/site.git`;
}

function packet(line: string): string {
  return (Buffer.byteLength(line) + 4).toString(16).padStart(4, "0") + line;
}

test.for(
  Object.keys(FORMS).flatMap((form) => [[form, "in git"] as const, [form, "in HTTP"] as const]),
)("never reveals a login that the host repeats %s, %s", async ([form, how]) => {
  const url = await startEchoingHost(FORMS[form] ?? "", how);
  const repository = await newRepository();
  const login = { kind: "password", username: USERNAME, password: PASSWORD } as const;
  const address = { url, addresses: ["127.0.0.1"] };
  const options = { scratch: temporaryFolder(), signal: new AbortController().signal, login };
  using remote = openRemote(repository, address, options);
  const error: unknown = await remote.list(["refs/heads/main"]).catch((thrown: unknown) => thrown);
  if (!isCmsError(error)) throw error;
  const output = `${error.message} ${JSON.stringify(error.details)} ${error.stack} ${String(error.cause)}`;
  expect(SECRET.filter((secret) => output.includes(secret))).toEqual([]);
  // The message must have arrived, or the test would prove nothing.
  const isReported = how === "in HTTP" || error.message.includes("***");
  expect(isReported).toBe(true);
});
