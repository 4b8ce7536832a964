import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import ssh2 from "ssh2";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";

const { Server, utils } = ssh2;

/** SSH can only be tested with the OpenSSH commands. */
export const HAS_SSH: boolean = ["ssh", "ssh-keygen"].every(
  (program) => spawnSync(program, ["-?"]).error === undefined,
);

/** An SSH host that runs Git for clients with the key, and nothing else. */
export interface SshGitServer {
  /** `ssh://git@127.0.0.1:<port>/team/site.git` */
  readonly url: string;
  readonly gitDir: string;
  /** An authorized private key. */
  readonly privateKey: string;
  /** A line of a `known_hosts` file. */
  readonly knownHost: string;
  /** Requested commands. */
  readonly seen: string[];
  /** Replaces the host key. */
  readonly renew: () => void;
}

/** ssh2 can't read one in some hundred of its own generated keys. */
function newKeys(): ReturnType<typeof utils.generateKeyPairSync> {
  for (;;) {
    const keys = utils.generateKeyPairSync("ed25519");
    if (!(utils.parseKey(keys.private) instanceof Error)) return keys;
  }
}

/** Serves an empty repository until the test ends. */
export async function startSshGitServer(path = "team/site.git"): Promise<SshGitServer> {
  const root = await temporaryFolder("ssh-forge");
  const gitDir = join(root, path);
  execFileSync("git", ["init", "--bare", "--quiet", "--initial-branch=main", gitDir]);
  const client = newKeys();
  const allowed = utils.parseKey(client.public);
  if (allowed instanceof Error) throw allowed;
  const allowedKey = allowed.getPublicSSH();
  const seen: string[] = [];
  let host = newKeys();
  let server = listen(0);
  const port = await portOf(server);
  onTestFinished(() => void server.close());

  function listen(at: number): ssh2.Server {
    return new Server({ hostKeys: [host.private] }, (connection) => {
      connection.on("error", () => undefined);
      connection.on("authentication", (asked) => {
        const isKnown = asked.method === "publickey" && asked.key.data.equals(allowedKey);
        if (isKnown) asked.accept();
        else asked.reject(["publickey"]);
      });
      connection.on("session", (accept) => {
        const session = accept();
        session.on("env", (takeEnv) => takeEnv?.());
        session.on("exec", (takeExec, reject, { command }) => {
          seen.push(command);
          const [, program, repository] =
            /^(git-upload-pack|git-receive-pack) '\/([\w./-]+)'$/.exec(command) ?? [];
          if (program === undefined || repository === undefined) {
            reject();
            return;
          }
          const channel = takeExec();
          const args = [program.slice("git-".length), join(root, repository)];
          const child = spawn("git", args);
          channel.pipe(child.stdin);
          child.stdin.on("error", () => undefined);
          child.stdout.pipe(channel, { end: false });
          child.stderr.pipe(channel.stderr, { end: false });
          child.on("close", (code) => {
            channel.exit(code ?? 1);
            channel.end();
          });
        });
      });
    }).listen(at, "127.0.0.1");
  }

  return {
    url: `ssh://git@127.0.0.1:${port}/${path}`,
    gitDir,
    privateKey: client.private,
    get knownHost() {
      return `[127.0.0.1]:${port} ${host.public}`;
    },
    seen,
    renew() {
      server.close();
      host = newKeys();
      server = listen(port);
    },
  };
}

async function portOf(server: ssh2.Server): Promise<number> {
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}
