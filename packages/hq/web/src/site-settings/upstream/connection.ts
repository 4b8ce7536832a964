import type { Upstream, UpstreamBody } from "../../api/settings/upstream.ts";

/** How HQ authenticates upstream. `keep` keeps the stored credential. */
export type SignIn = "keep" | "token" | "made-key" | "own-key" | "none";

/** Values of the upstream form. */
export interface Connection {
  readonly url: string;
  readonly signIn: SignIn;
  readonly token: string;
  readonly username: string;
  readonly privateKey: string;
  readonly knownHosts: string;
  readonly branch: string;
  /** `auto`: detected from the URL. */
  readonly forge: "auto" | "github" | "gitlab" | "gitea" | "none";
  readonly forgeUrl: string;
  readonly forgeToken: string;
  readonly reviewedThere: boolean;
}

const NOTHING: Connection = {
  url: "",
  signIn: "token",
  token: "",
  username: "",
  privateKey: "",
  knownHosts: "",
  branch: "main",
  forge: "auto",
  forgeUrl: "",
  forgeToken: "",
  reviewedThere: false,
};

/** Returns the initial form values, without secrets. */
export function connectionOf(upstream: Upstream | null): Connection {
  if (upstream === null) return NOTHING;
  const { url, branch, credential, forge, reviewedThere } = upstream;
  return {
    ...NOTHING,
    url,
    branch,
    reviewedThere,
    signIn: "keep",
    username: credential.username ?? "",
    forge: forge?.kind ?? "none",
    forgeUrl: forge?.url ?? "",
  };
}

/** Returns whether a URL uses SSH: `ssh://`, or `git@host:path`. */
export function isSsh(url: string): boolean {
  return /^ssh:\/\//i.test(url.trim()) || SCP.test(url.trim());
}

const SCP = /^([^@/\s]+@[^:/\s]+):(?!\/\/)(.+)$/;

/** Returns the possible authentication methods of a URL, the most common first. */
export function signInsAt(url: string, before: Upstream | null): readonly SignIn[] {
  const ways: readonly SignIn[] = isSsh(url) ? ["made-key", "own-key"] : ["token", "none"];
  return before !== null && isSameHost(url, before.url) ? ["keep", ...ways] : ways;
}

/** A credential is only sent to the host it was set for. */
function isSameHost(url: string, before: string): boolean {
  const [a, b] = [url, before].map((one) => URL.parse(one.trim().replace(SCP, "ssh://$1/$2")));
  return (
    a !== null &&
    b !== null &&
    a?.protocol === b?.protocol &&
    a?.host === b?.host &&
    a?.username === b?.username
  );
}

/** Converts form values to the request body. */
export function upstreamBody(written: Connection, before: Upstream | null): UpstreamBody {
  const url = written.url.trim();
  const knownHosts = written.knownHosts.trim();
  const credential = credentialOf(written, before);
  return {
    url,
    branch: written.branch.trim(),
    reviewedThere: written.reviewedThere,
    ...(credential !== undefined && { credential }),
    ...(isSsh(url) && knownHosts !== "" && { knownHosts }),
    ...forgeOf(written),
  };
}

/** Returns the effective method: the selected one if the URL supports it. */
export function signInOf(
  { url, signIn }: Pick<Connection, "url" | "signIn">,
  before: Upstream | null,
): SignIn {
  const ways = signInsAt(url, before);
  return ways.find((way) => way === signIn) ?? ways[0] ?? "none";
}

/** Returns the credential; undefined keeps the stored one. */
function credentialOf(written: Connection, before: Upstream | null): UpstreamBody["credential"] {
  const username = written.username.trim();
  switch (signInOf(written, before)) {
    case "keep":
      return undefined;
    case "token":
      return {
        kind: "token",
        token: written.token.trim(),
        username: username === "" ? USERNAME : username,
      };
    case "made-key":
      return { kind: "ssh" };
    case "own-key":
      return { kind: "ssh", privateKey: written.privateKey };
    case "none":
      return null;
  }
}

/** Most Git hosts accept any username. */
const USERNAME = "loam";

function forgeOf({ forge, forgeUrl, forgeToken }: Connection): Pick<UpstreamBody, "forge"> {
  if (forge === "auto") return {};
  if (forge === "none") return { forge: null };
  const url = forgeUrl.trim();
  const token = forgeToken.trim();
  return { forge: { kind: forge, ...(url !== "" && { url }), ...(token !== "" && { token }) } };
}
