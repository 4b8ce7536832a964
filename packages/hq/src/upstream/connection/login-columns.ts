import { CmsError } from "@loam/cms-core";
import type { RemoteLogin } from "@loam/cms-core/git";
import type { SettingParts } from "./seal-upstream.ts";
import { makeSshKey, readKnownHosts, readSshKey } from "./ssh-key.ts";
import type { Credential } from "./upstream-input.ts";
import type { UpstreamRow } from "./upstreams.ts";

type LoginColumns = Pick<UpstreamRow, "login_kind" | "login" | "username" | "public_key">;

const NO_LOGIN: LoginColumns = {
  login_kind: "none",
  login: null,
  username: null,
  public_key: null,
};

/**
 * Returns the columns of a credential. Without a new one, keeps the existing credential for the same host.
 *
 * @throws CmsError `invalid` if it is malformed or doesn't match the URL
 */
export async function loginColumns(
  credential: Credential | null | undefined,
  parts: SettingParts & { readonly scratch: string },
): Promise<LoginColumns> {
  const columns = await toColumns(credential, parts);
  requireFit(parts.url, columns.login_kind === "ssh");
  return columns;
}

/**
 * Converts a credential for Git without storing it.
 *
 * @throws CmsError as `loginColumns`
 */
export async function loginOf(
  credential: Credential | undefined,
  { url, scratch }: { readonly url: URL; readonly scratch: string },
): Promise<RemoteLogin | undefined> {
  const isKey = typeof credential === "object" && credential.kind === "ssh";
  requireFit(url, isKey);
  if (credential === undefined) return undefined;
  if (typeof credential === "string")
    return { kind: "password", username: "loam", password: credential };
  if (credential.kind === "token") {
    return { kind: "password", username: credential.username, password: credential.token };
  }
  if (credential.privateKey === undefined) {
    const message = "The private key is missing. Send a key that the Git host already accepts.";
    throw new CmsError("invalid", message, { details: { field: "credential" } });
  }
  const { privateKey } = await readSshKey(credential.privateKey, scratch);
  return { kind: "key", privateKey };
}

function requireFit(url: URL, isKey: boolean): void {
  const isSsh = url.protocol === "ssh:";
  if (isSsh === isKey) return;
  const kind = isSsh ? "SSH URLs need a key" : "HTTPS URLs need a token";
  const message = `The credential does not match the URL: ${kind}.`;
  throw new CmsError("invalid", message, { details: { field: "credential" } });
}

async function toColumns(
  credential: Credential | null | undefined,
  { before, seal, scratch }: SettingParts & { readonly scratch: string },
): Promise<LoginColumns> {
  if (credential === undefined && before !== undefined) {
    const { login_kind, login, username, public_key } = before;
    return { login_kind, login, username, public_key };
  }
  if (credential == null) return NO_LOGIN;
  if (typeof credential === "string") return tokenColumns(seal(credential, "login"), "loam");
  if (credential.kind === "token")
    return tokenColumns(seal(credential.token, "login"), credential.username);
  const { privateKey, publicKey } =
    credential.privateKey === undefined
      ? await makeSshKey(scratch)
      : await readSshKey(credential.privateKey, scratch);
  const login = seal(privateKey, "login");
  return { login_kind: "ssh", login, username: null, public_key: publicKey };
}

function tokenColumns(login: string, username: string): LoginColumns {
  return { login_kind: "token", login, username, public_key: null };
}

/** Returns the expected keys of the host, or null to trust the first key it presents. @throws CmsError `invalid` */
export function parseKnownHosts(
  lines: string | null | undefined,
  { url, before }: Pick<SettingParts, "url" | "before">,
): string | null {
  if (url.protocol !== "ssh:" || lines === null) return null;
  if (lines === undefined) return before?.known_hosts ?? null;
  if ((readKnownHosts(lines) ?? []).length > 0) return lines;
  const message = "knownHosts must contain lines as printed by ssh-keyscan.";
  throw new CmsError("invalid", message, { details: { field: "knownHosts" } });
}
