import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Listener } from "./facts.ts";

const LISTEN = "0A";

/** Lists the processes that listen on TCP ports of this machine. Empty on systems without `/proc`. */
export function listListeners(proc: string = "/proc"): readonly Listener[] {
  const ports = new Map(
    ["net/tcp", "net/tcp6"].flatMap((table) => listeningSockets(join(proc, table))),
  );
  const owners = ports.size === 0 ? new Map<string, string>() : ownersOf(ports, proc);
  const listeners = Array.from(ports, ([inode, port]): Listener => {
    const pid = owners.get(inode);
    const directory =
      pid === undefined ? undefined : orUndefined(() => readlinkSync(join(proc, pid, "cwd")));
    return {
      port,
      ...(pid !== undefined && { pid: Number(pid) }),
      ...(directory !== undefined && { directory }),
    };
  });
  // Many listen on both IPv4 and IPv6.
  return [...new Map(listeners.map((one) => [`${one.port} ${one.pid ?? ""}`, one])).values()];
}

/** Inodes and ports of listening sockets. */
function listeningSockets(table: string): readonly (readonly [inode: string, port: number])[] {
  const text = orUndefined(() => readFileSync(table, "utf8")) ?? "";
  return text
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === LISTEN)
    .map((columns) => [columns[9] ?? "", Number.parseInt(columns[1]?.split(":")[1] ?? "", 16)]);
}

/** Finds the processes that hold these sockets; other users' processes cannot be inspected. */
function ownersOf(sockets: ReadonlyMap<string, number>, proc: string): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const pid of readdirSync(proc).filter((name) => /^\d+$/.test(name))) {
    const folder = join(proc, pid, "fd");
    for (const descriptor of orUndefined(() => readdirSync(folder)) ?? []) {
      const target = orUndefined(() => readlinkSync(join(folder, descriptor))) ?? "";
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      if (inode !== undefined && sockets.has(inode)) owners.set(inode, pid);
    }
  }
  return owners;
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
