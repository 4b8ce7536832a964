import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { CmsError } from "@loam/cms-core";
import type { Terminal } from "./terminal.ts";

/**
 * Reads a password from standard input, or asks for it without showing it. Never an argument: the
 * list of processes and the shell's history would keep it.
 *
 * @throws CmsError `invalid` when the question is not answered.
 */
export async function readPassword({ stdin, err }: Terminal): Promise<string> {
  if (stdin.isTTY !== true) return (await text(stdin)).replace(/\r?\n$/, "");
  err("Password: ");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: true });
  const ended = once(lines, "close").then(() => [undefined]);
  const [line] = await Promise.race([once(lines, "line"), ended]);
  lines.close();
  err("\n");
  if (typeof line === "string") return line;
  throw new CmsError("invalid", "No password was given.");
}
