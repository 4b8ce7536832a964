import { CmsError } from "@loam/cms-core";
import type { PktReader } from "./pkt-line.ts";

/** Git's placeholder for a missing commit. */
export const NO_OID: string = "0".repeat(40);
/** Includes the shallow boundaries of a shallow clone. */
const MAX_COMMAND_LINES = 100_000;
const MAX_OPTIONS = 20;
const MAX_OPTION = 1000;

/** A ref update. `to` is null for a deletion. */
export interface Command {
  readonly ref: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface Commands {
  readonly commands: readonly Command[];
  /** Whether the client accepts messages in addition to the report. */
  readonly hasBands: boolean;
  /** From `git push -o`. */
  readonly options: readonly string[];
}

/** Reads the ref updates, which are followed by a pack. @throws CmsError `invalid_request` */
export async function readCommands(reader: PktReader): Promise<Commands> {
  const commands: Command[] = [];
  let capabilities = "";
  for (let lines = 1; ; lines += 1) {
    const line = await reader.next();
    if (line === "flush" || line === "end") break;
    if (lines > MAX_COMMAND_LINES) {
      throw new CmsError("invalid_request", "The commands before the pack are too long.");
    }
    // Shallow clones first send the boundaries of their history.
    if (line === "delimiter" || line.toString("latin1").startsWith("shallow ")) continue;
    const [text = "", capabilityText] = line.toString("utf8").replace(/\n$/, "").split("\0");
    capabilities = capabilityText ?? capabilities;
    commands.push(parseCommand(text));
  }
  const capabilityText = new Set(capabilities.split(" "));
  const options =
    capabilityText.has("push-options") && commands.length > 0 ? await readOptions(reader) : [];
  return { commands, hasBands: capabilityText.has("side-band-64k"), options };
}

async function readOptions(reader: PktReader): Promise<readonly string[]> {
  const options: string[] = [];
  for (;;) {
    const line = await reader.next();
    if (line === "flush" || line === "end") return options;
    if (line === "delimiter") continue;
    options.push(line.toString("utf8").replace(/\n$/, "").slice(0, MAX_OPTION));
    if (options.length > MAX_OPTIONS) {
      throw new CmsError("invalid_request", `A push can have up to ${MAX_OPTIONS} options.`);
    }
  }
}

function parseCommand(text: string): Command {
  const [, from, to, ref] = /^([0-9a-f]{40}) ([0-9a-f]{40}) (\S+)$/.exec(text) ?? [];
  if (from === undefined || to === undefined || ref === undefined) {
    throw new CmsError("invalid_request", "The request is not a valid Git push.");
  }
  return { ref, from: isKnownCapability(from), to: isKnownCapability(to) };
}

function isKnownCapability(oid: string): string | null {
  return oid === NO_OID ? null : oid;
}
