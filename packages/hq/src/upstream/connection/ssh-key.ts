import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { CmsError } from "@loam/cms-core";

const run = promisify(execFile);

/** A key pair: the private key in OpenSSH format, the public key in `authorized_keys` format. */
export interface SshKey {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Generates a key pair. @throws CmsError `upstream_failed` if OpenSSH is missing */
export async function makeSshKey(scratch: string): Promise<SshKey> {
  return inFolder(scratch, async (folder) => {
    const path = join(folder, "key");
    await keygen(["-q", "-t", "ed25519", "-N", "", "-C", "loam", "-f", path]);
    const [privateKey, publicKey] = await Promise.all([
      readFile(path, "utf8"),
      readFile(`${path}.pub`, "utf8"),
    ]);
    return { privateKey, publicKey: publicKey.trim() };
  });
}

/** Returns the pair of a private key. @throws CmsError `invalid` if it is not a key or has a passphrase */
export async function readSshKey(privateKey: string, scratch: string): Promise<SshKey> {
  return inFolder(scratch, async (folder) => {
    const path = join(folder, "key");
    const text = `${privateKey.replaceAll("\r\n", "\n").trimEnd()}\n`;
    await writeFile(path, text, { mode: 0o600 });
    await chmod(path, 0o600);
    try {
      const { stdout } = await keygen(["-y", "-P", "", "-f", path]);
      return { privateKey: text, publicKey: stdout.trim() };
    } catch (cause) {
      if (cause instanceof CmsError) throw cause;
      throw new CmsError(
        "invalid",
        "This is not a private key in OpenSSH format without a passphrase.",
        { cause: undefined },
      );
    }
  });
}

async function inFolder<T>(scratch: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(scratch, "key-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function keygen(args: readonly string[]): Promise<{ readonly stdout: string }> {
  try {
    const env = { PATH: process.env["PATH"], LC_ALL: "C", HOME: "/nonexistent" };
    return await run("ssh-keygen", [...args], { env, timeout: 30_000 });
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ENOENT")) throw cause;
    const message = "SSH upstreams need OpenSSH, which was not found on PATH.";
    throw new CmsError("upstream_failed", message, { cause });
  }
}

/** A host key as displayed by SSH. */
export interface HostKey {
  readonly type: string;
  /** `SHA256:…` */
  readonly fingerprint: string;
}

const KNOWN_HOST = /^(?:@\S+ +)?(\S+) +([a-z0-9@.-]+) +([A-Za-z0-9+/]+={0,2})(?: .*)?$/;

/** Parses the keys of a `known_hosts` file. Returns undefined if a line is invalid. */
export function readKnownHosts(text: string): readonly HostKey[] | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const keys = lines.flatMap((line): HostKey[] => {
    const [, , type, key] = KNOWN_HOST.exec(line) ?? [];
    if (type === undefined || key === undefined) return [];
    const digest = createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");
    return [{ type, fingerprint: `SHA256:${digest.replace(/=+$/, "")}` }];
  });
  return keys.length === lines.length ? keys : undefined;
}
