import type { Upstream, UpstreamBody } from "../../api/settings/upstream.ts";

/** How HQ proves there who it is: `keep` is the credential that it has. */
export type SignIn = "keep" | "token" | "made-key" | "own-key" | "none";

/** What the form of an upstream holds. */
export interface Connection {
  readonly url: string;
  readonly signIn: SignIn;
  readonly token: string;
  readonly username: string;
  readonly privateKey: string;
  readonly knownHosts: string;
  readonly branch: string;
  /** `auto`: as the address says. */
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

/** What the form begins with: what is connected, without anything secret. */
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

/** Whether git goes there over ssh: by `ssh://`, or as `git@host:path`. */
export function isSsh(url: string): boolean {
  return /^ssh:\/\//i.test(url.trim()) || SCP.test(url.trim());
}

const SCP = /^([^@/\s]+@[^:/\s]+):(?!\/\/)(.+)$/;

/** How HQ can prove who it is at an address; what is usual first. */
export function signInsAt(url: string, before: Upstream | null): readonly SignIn[] {
  const ways: readonly SignIn[] = isSsh(url) ? ["made-key", "own-key"] : ["token", "none"];
  return before !== null && isSameHost(url, before.url) ? ["keep", ...ways] : ways;
}

/** A credential goes to the host that it was set for, and to no other. */
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

/** What is sent to HQ. */
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

/** The way that holds: what was chosen, where the address allows it. */
export function signInOf(
  { url, signIn }: Pick<Connection, "url" | "signIn">,
  before: Upstream | null,
): SignIn {
  const ways = signInsAt(url, before);
  return ways.find((way) => way === signIn) ?? ways[0] ?? "none";
}

/** Undefined keeps the one before. */
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

/** Most forges take any. */
const USERNAME = "loam";

function forgeOf({ forge, forgeUrl, forgeToken }: Connection): Pick<UpstreamBody, "forge"> {
  if (forge === "auto") return {};
  if (forge === "none") return { forge: null };
  const url = forgeUrl.trim();
  const token = forgeToken.trim();
  return { forge: { kind: forge, ...(url !== "" && { url }), ...(token !== "" && { token }) } };
}
