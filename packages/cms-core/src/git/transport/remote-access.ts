import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import { CmsError, isCmsError } from "../../base/errors.ts";
import { createMask, type Mask } from "../../mask/mask.ts";
import { askGit, type GitAnswer } from "../program/git-program.ts";
import { remoteError } from "./remote-error.ts";

/** A remote repository whose URL the caller has checked. */
export interface RemoteAddress {
  /** `https://…` or `ssh://…` without a password; `http://…` if allowed. */
  readonly url: string;
  /** IP addresses of its host. Only these are connected to. */
  readonly addresses: readonly string[];
}

/** HQ's credentials for a remote. */
export type RemoteLogin =
  | { readonly kind: "password"; readonly username: string; readonly password: string }
  /** In OpenSSH format, without a passphrase. */
  | { readonly kind: "key"; readonly privateKey: string };

export interface RemoteAccessOptions {
  readonly login?: RemoteLogin;
  /** Lines of a `known_hosts` file. Without them, the first key that the host presents is trusted and reported. */
  readonly knownHosts?: string;
  /** Folder for files that ssh reads. They are readable only by their owner and removed with the access. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** Runs Git commands for one remote repository. */
export interface RemoteAccess extends Disposable {
  readonly url: string;
  /**
   * @param signal - cancels the command, in addition to the signal passed on opening
   * @throws CmsError as `remoteError`
   */
  readonly ask: (
    gitDir: string,
    args: readonly string[],
    signal?: AbortSignal,
  ) => Promise<GitAnswer>;
  /** The known keys of the host; undefined unless it uses ssh. */
  readonly knownHosts: () => string | undefined;
}

/** Masks a login in messages of the remote or Git, because the remote can repeat what it received, also encoded. */
function createLoginMask(login: RemoteLogin | undefined): Mask {
  if (login === undefined) return createMask([]);
  if (login.kind === "key") return createMask([login.privateKey]);
  const { username, password } = login;
  const pair = `${username}:${password}`;
  // The base64 value including its padding.
  return createMask([password, pair, Buffer.from(pair).toString("base64")]);
}

/** Git settings for every remote: no redirect, no other server, no external command of this machine. */
const REMOTE_CONFIG = [
  "http.followRedirects=false",
  "http.proxy=",
  "http.lowSpeedLimit=1",
  "http.lowSpeedTime=60",
  "transfer.bundleURI=false",
  "transfer.fsckObjects=true",
  "core.bigFileThreshold=16m",
  "fetch.unpackLimit=1",
  "fetch.recurseSubmodules=no",
  "push.recurseSubmodules=no",
  "protocol.version=2",
  "ssh.variant=ssh",
];

/** Limit per allocation: the remote can claim any size. Suffices for a list of ten million objects. */
const MEMORY = { GIT_ALLOC_LIMIT: "1280m" };

/** Git runs this if a server requires credentials. Only this user can read its environment. */
const CREDENTIALS = [
  "credential.helper=",
  `credential.helper=!f() { printf 'username=%s\\npassword=%s\\n' "$LOAM_GIT_USERNAME" "$LOAM_GIT_PASSWORD"; }; f`,
];

/** One IP address of the host, and how Git reaches it. */
interface RemoteRoute {
  readonly config: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Prepares access to a remote. Connects only when a command runs. */
export function openRemoteAccess(
  { url, addresses }: RemoteAddress,
  { login, knownHosts, scratch, signal }: RemoteAccessOptions,
): RemoteAccess {
  const mask = createLoginMask(login);
  const masked = (text: string): string => mask.maskText(text);
  const isSsh = url.startsWith("ssh:");
  const files = isSsh ? writeSshFiles(scratch, { login, knownHosts }) : undefined;
  const ways = files
    ? sshRoutes(new URL(url), addresses, files)
    : [httpRoute(url, addresses, login)];
  return {
    url,
    ask: async (gitDir, args, also) => {
      const signals = AbortSignal.any(also === undefined ? [signal] : [signal, also]);
      const answer = await firstReachable(ways, async (way) => {
        const output = await maskedFailure(masked, async () =>
          askGit(gitDir, args, { ...way, signal: signals }),
        );
        // A partially rejected push reports that on its standard output.
        if (output.exitCode === 0 || output.stdout.startsWith("To ")) return output;
        throw remoteError(masked(output.stderr));
      });
      return { ...answer, stdout: masked(answer.stdout), stderr: masked(answer.stderr) };
    },
    knownHosts: () => files && readFileSync(files.knownHosts, "utf8"),
    [Symbol.dispose]: () => files?.remove(),
  };
}

/**
 * Git's output before a timeout can also contain the login. The error's cause is dropped, because it would repeat it.
 */
async function maskedFailure<T>(
  masked: (text: string) => string,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isCmsError(error)) throw error;
    throw new CmsError(error.code, masked(error.message), { issues: error.issues });
  }
}

/** Makes Git connect to one of the checked IP addresses, even if the name resolves to another by then. */
function httpRoute(
  text: string,
  addresses: readonly string[],
  login: RemoteLogin | undefined,
): RemoteRoute {
  const url = new URL(text);
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const list = addresses.map((address) => (isIPv6(address) ? `[${address}]` : address));
  const resolved = `http.curloptResolve=${url.hostname}:${port}:${list.join(",")}`;
  const isNamed = !addresses.includes(url.hostname.replace(/^\[(.*)\]$/, "$1"));
  const isPassword = login?.kind === "password";
  const authorities = process.env["GIT_SSL_CAINFO"];
  return {
    config: [
      ...REMOTE_CONFIG,
      ...(isNamed ? [resolved] : []),
      ...(isPassword ? CREDENTIALS : CREDENTIALS.slice(0, 1)),
    ],
    env: {
      ...MEMORY,
      GIT_ALLOW_PROTOCOL: url.protocol.replace(":", ""),
      ...(authorities && { GIT_SSL_CAINFO: authorities }),
      ...(isPassword && {
        LOAM_GIT_USERNAME: login.username,
        LOAM_GIT_PASSWORD: login.password,
      }),
    },
  };
}

interface SshFiles {
  readonly privateKey: string | undefined;
  readonly knownHosts: string;
  /** Whether an unknown host key is accepted. */
  readonly trusting: boolean;
  readonly remove: () => void;
}

function writeSshFiles(
  scratch: string,
  {
    login,
    knownHosts,
  }: { readonly login: RemoteLogin | undefined; readonly knownHosts: string | undefined },
): SshFiles {
  const folder = mkdtempSync(join(scratch, "ssh-"));
  const keep = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text.endsWith("\n") || text === "" ? text : `${text}\n`, { mode: 0o600 });
    return path;
  };
  return {
    privateKey: login?.kind === "key" ? keep("key", login.privateKey) : undefined,
    knownHosts: keep("known_hosts", knownHosts ?? ""),
    trusting: knownHosts === undefined,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Override this machine's ssh configuration, which isn't read. */
const SSH_OPTIONS = [
  "BatchMode=yes",
  "CanonicalizeHostname=no",
  "CheckHostIP=no",
  "ClearAllForwardings=yes",
  "ConnectTimeout=20",
  "ControlMaster=no",
  "ControlPath=none",
  "ForwardAgent=no",
  "ForwardX11=no",
  "GlobalKnownHostsFile=/dev/null",
  "HashKnownHosts=no",
  "IdentitiesOnly=yes",
  "IdentityAgent=none",
  "LogLevel=ERROR",
  "PermitLocalCommand=no",
  "PreferredAuthentications=publickey",
  "ProxyCommand=none",
  "ProxyJump=none",
  "ServerAliveCountMax=4",
  "ServerAliveInterval=15",
  "UpdateHostKeys=no",
  "VerifyHostKeyDNS=no",
];

function sshRoutes(
  url: URL,
  addresses: readonly string[],
  files: SshFiles,
): readonly RemoteRoute[] {
  // If there are several, IPv4 is reachable more often.
  const ordered = addresses.toSorted((a, b) => Number(isIPv6(a)) - Number(isIPv6(b)));
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const options = [
    ...SSH_OPTIONS,
    `StrictHostKeyChecking=${files.trusting ? "accept-new" : "yes"}`,
    `UserKnownHostsFile=${quotedPath(files.knownHosts)}`,
    `IdentityFile=${files.privateKey === undefined ? "none" : quotedPath(files.privateKey)}`,
    // The host's name in `known_hosts` files.
    `HostKeyAlias=${["", "22"].includes(url.port) ? host : `[${host}]:${url.port}`}`,
  ];
  return ordered.map((address) => {
    const all = [...options, `HostName=${address}`].flatMap((option) => ["-o", shell(option)]);
    const command = ["ssh", "-F", "/dev/null", "-T", ...all].join(" ");
    const env = { ...MEMORY, GIT_ALLOW_PROTOCOL: "ssh", GIT_SSH_COMMAND: command };
    return { config: [...REMOTE_CONFIG, ...CREDENTIALS.slice(0, 1)], env };
  });
}

/** Escapes a path for ssh, which interprets percent signs. */
function quotedPath(path: string): string {
  return `"${path.replaceAll("%", "%%")}"`;
}

function shell(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Tries the next IP address if a connection fails. */
async function firstReachable<T>(
  ways: readonly RemoteRoute[],
  ask: (way: RemoteRoute) => Promise<T>,
): Promise<T> {
  for (const [place, way] of ways.entries()) {
    try {
      return await ask(way);
    } catch (error) {
      const isAway = isCmsError(error) && error.code === "upstream_unreachable";
      if (!isAway || place === ways.length - 1) throw error;
    }
  }
  throw remoteError("");
}
