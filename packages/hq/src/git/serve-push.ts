import type { Writable } from "node:stream";
import { isCmsError } from "@loam/cms-core";
import {
  type GitRepository,
  type Incoming,
  parseOid,
  parseRef,
  receivePack,
  type RefMove,
} from "@loam/cms-core/git";
import { toProblem } from "../platform/http/send-problem.ts";
import { type Push, type PushReceiver, refusedBy, type Unplaced } from "./git-place.ts";
import { bandLines, FLUSH, pktLine } from "./pkt-line.ts";
import { type Command, type Commands, NO_OID } from "./push-commands.ts";

const CAPABILITIES =
  "report-status delete-refs side-band-64k quiet atomic ofs-delta push-options object-format=sha1 agent=loam";
const MAX_COMMANDS = 100;
const MAX_LINES = 200;
const MAX_OBJECTS = 1_000_000;
const KEEP_ALIVE_MS = 5000;
/** Each failed attempt lost a race. From the second one on, no other request of this process can interfere. */
const ATTEMPTS = 5;

/** Advertises the refs that can be pushed. */
export async function offerPush(
  repository: GitRepository,
  { refuseRef }: PushReceiver,
): Promise<Buffer> {
  const refs = [...(await repository.listRefs())].filter(([ref]) => !ref.startsWith("refs/loam/"));
  const shown = refs.filter(
    ([ref]) => refuseRef(ref) === undefined || ref.startsWith("refs/tags/"),
  );
  const [first = [`capabilities^{}`, NO_OID] as const, ...others] = shown;
  return Buffer.concat([
    pktLine("# service=git-receive-pack\n"),
    FLUSH,
    pktLine(`${first[1]} ${first[0]}\0${CAPABILITIES}\n`),
    ...others.map(([ref, oid]) => pktLine(`${oid} ${ref}\n`)),
    FLUSH,
  ]);
}

/** The response to a push. The rest of the request body is read first. */
interface Answering {
  readonly answer: Writable;
  readonly drain: () => Promise<void>;
}

interface PushParts extends Commands {
  readonly repository: GitRepository;
  readonly receiver: PushReceiver;
  /** Returns the rules with the caller's current permissions. @throws CmsError if access was lost */
  readonly receiverNow: () => Promise<PushReceiver>;
  readonly pack: AsyncIterable<Uint8Array>;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Receives internal server errors. */
  readonly logFault: (error: unknown) => void;
}

/** Result of a push: lines for the pusher and the reason of a rejection. */
interface Outcome {
  readonly lines: readonly string[];
  /** The same for all refs, because a push is accepted or rejected as a whole. */
  readonly refusal?: string;
}

/** Processes a push as a whole and writes the report, also for errors. */
export async function answerPush(parts: PushParts, { answer, drain }: Answering): Promise<void> {
  const keepAlive = setInterval(() => {
    if (parts.hasBands) answer.write(bandLines(2, Buffer.alloc(0)));
  }, KEEP_ALIVE_MS);
  let outcome: Outcome;
  try {
    outcome = await takePush(parts);
    // A client that is still sending doesn't read the response.
    if (outcome.refusal !== undefined) await drain();
  } finally {
    clearInterval(keepAlive);
  }
  report(parts, outcome, answer);
}

/**
 * Rejects a push without processing it. Git doesn't show HTTP errors at this point, so the rejection is sent as a
 * regular report.
 */
export async function refusePush(
  read: () => Promise<Commands>,
  { detail, code }: { readonly detail: string; readonly code: string },
  { answer, drain }: Answering,
): Promise<void> {
  const sent = await read().catch(() => NOTHING_SENT);
  await drain();
  report(
    sent.commands.length === 0 ? NOTHING_SENT : sent,
    { lines: detail.split("\n"), refusal: code },
    answer,
  );
}

/** All current Git clients accept messages in addition to the report. */
const NOTHING_SENT = { commands: [], hasBands: true } as const;

/** Formats the result of each ref and the lines for the pusher. */
function report(
  { commands, hasBands }: Pick<Commands, "commands" | "hasBands">,
  { lines, refusal }: Outcome,
  answer: Writable,
): void {
  const band = (number: 1 | 2, bytes: Uint8Array): Uint8Array =>
    hasBands ? bandLines(number, bytes) : bytes;
  const messages = shownLines(lines);
  if (hasBands && messages !== "") answer.write(band(2, Buffer.from(messages)));
  const results = [
    pktLine(commands.length === 0 ? `unpack ${refusal ?? "ok"}\n` : "unpack ok\n"),
    ...commands.map(({ ref }) =>
      pktLine(refusal === undefined ? `ok ${ref}\n` : `ng ${ref} ${refusal}\n`),
    ),
    FLUSH,
  ];
  answer.end(Buffer.concat([band(1, Buffer.concat(results)), ...(hasBands ? [FLUSH] : [])]));
}

const NOT_WHOLE =
  "The pushed history is incomplete, as in a shallow clone. Run: git fetch --unshallow, and push again.";

async function takePush(parts: PushParts): Promise<Outcome> {
  try {
    return await landPush(parts);
  } catch (error) {
    parts.signal.throwIfAborted();
    if (!isCmsError(error)) throw error;
    if (error.code === "stale") return fetchFirst();
    if (error.code === "git_failed") {
      const { stderr } = error.details;
      const text = typeof stderr === "string" && stderr !== "" ? stderr : error.message;
      const advice = /did not receive expected object/.test(text) ? [NOT_WHOLE] : [];
      return {
        lines: [...text.split("\n"), ...advice],
        refusal: "git rejected the pushed objects",
      };
    }
    if (error.status >= 500) parts.logFault(error);
    // Only public messages are shown: errors of a full disk contain server paths.
    const { detail } = toProblem(error).body;
    return { lines: [String(detail)], refusal: error.code };
  }
}

async function landPush(parts: PushParts): Promise<Outcome> {
  const { repository, commands, options, pack, signal } = parts;
  if (commands.length > MAX_COMMANDS) return tooMany(commands.length);
  const early = await refuseCommands(parts);
  if (early !== undefined) return early;
  const created = commands.filter(({ from, to }) => from === null && to !== null);
  const clash = created.length === 0 ? undefined : findClash(created, await repository.listRefs());
  if (clash !== undefined) return { lines: [clash], refusal: "conflicts with another branch name" };
  const moves = commands.flatMap(({ ref, from, to }): RefMove[] =>
    to === null ? [] : [{ ref, from, to: parseOid(to) }],
  );
  const limits = { maxBytes: parts.receiver.maxPackBytes, maxObjects: MAX_OBJECTS, signal };
  await using incoming = await receivePack(repository, pack, limits);
  // The upload can take minutes, so the permissions at its end apply.
  const receiver = await parts.receiverNow();
  const late = await refuseCommands({ repository, receiver, commands });
  if (late !== undefined) return late;
  for (const move of moves) {
    const refusal = await refuseMove(incoming.repository, receiver, move);
    if (refusal !== undefined) return refusal;
  }
  const landing = await landMoves({ receiver, incoming, moves, options, signal });
  if ("refusal" in landing) return landing;
  const lines = await removeRefs(repository, receiver, commands);
  return { lines: [...lines, ...(await receiver.landed(landing))] };
}

interface Landing extends Pick<PushParts, "receiver" | "options" | "signal"> {
  readonly incoming: Incoming;
  readonly moves: readonly RefMove[];
}

/** @throws CmsError `stale` if every attempt lost a race */
async function landMoves(landing: Landing): Promise<Push | Unplaced> {
  const { receiver, moves } = landing;
  const mayMerge = moves.some(({ ref }) => receiver.mayMerge?.(ref) === true);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { alone } = receiver;
      const isFirst = attempt === 1 || alone === undefined;
      return isFirst ? await landOnce(landing) : await alone(() => landOnce(landing));
    } catch (error) {
      const isOvertaken = isCmsError(error) && error.code === "stale";
      if (!isOvertaken || !mayMerge || attempt === ATTEMPTS) throw error;
    }
  }
}

async function landOnce({
  receiver,
  incoming,
  moves,
  options,
  signal,
}: Landing): Promise<Push | Unplaced> {
  const sent = { moves, incoming: incoming.repository, options };
  const placed = (await receiver.place?.({ ...sent, add: incoming.add })) ?? sent;
  if ("refusal" in placed) return placed;
  const push = { ...sent, moves: placed.moves };
  const lines = await receiver.check(push);
  if (lines.length > 0) return refusedBy(lines);
  signal.throwIfAborted();
  const moving = push.moves.filter(({ from, to }) => from !== to);
  if (moving.length > 0) await incoming.land(moving);
  return push;
}

async function removeRefs(
  repository: GitRepository,
  { removing }: PushReceiver,
  commands: readonly Command[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { ref, from, to } of commands) {
    if (to !== null || from === null) continue;
    lines.push(...((await removing?.(ref)) ?? []));
    await repository.removeRef(ref, from);
  }
  return lines;
}

/**
 * Returns why a new ref conflicts with an existing one or another new one. Checkouts on Windows and macOS store two
 * names that differ only in case in one file, and on every system `a/b` requires a folder `a`.
 */
function findClash(
  created: readonly Command[],
  refs: ReadonlyMap<string, unknown>,
): string | undefined {
  // Includes refs that the same push deletes, because deletions happen last.
  const existing = [...refs.keys()];
  for (const { ref } of created) {
    const name = ref.toLowerCase();
    const other = existing.find((one) => isOneFile(name, one.toLowerCase()));
    if (other !== undefined)
      return `${ref}: this name conflicts with ${other}. Choose another name.`;
    existing.push(ref);
  }
  return undefined;
}

function isOneFile(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/** Names that would block HQ's own branches, or that Git resolves differently. */
const RESERVED_BRANCH = /^refs\/heads\/(?:head$|change$|published(?:\/|$))/i;

function reservedNameLine(ref: string, to: string | null): string | undefined {
  return to !== null && RESERVED_BRANCH.test(ref)
    ? `${ref}: invalid name. Choose another name.`
    : undefined;
}

async function refuseCommands({
  repository,
  receiver,
  commands,
}: Pick<PushParts, "repository" | "receiver" | "commands">): Promise<Outcome | undefined> {
  for (const command of commands) {
    const refusal = await refuseCommand(repository, receiver, command);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** Checks that need nothing from the pack. */
async function refuseCommand(
  repository: GitRepository,
  receiver: PushReceiver,
  { ref, from, to }: Command,
): Promise<Outcome | undefined> {
  const reason = receiver.refuseRef(parseRef(ref)) ?? reservedNameLine(ref, to);
  if (reason !== undefined) return { lines: [reason], refusal: "not a ref you can push to" };
  if (to === null && receiver.mayRemove?.(ref) !== true) {
    const line = `${ref}: this branch cannot be deleted by a push.`;
    return { lines: [line], refusal: "branches cannot be deleted by a push" };
  }
  const current = (await repository.resolveRef(ref)) ?? null;
  const isMerged = from !== null && to !== null && receiver.mayMerge?.(ref) === true;
  return current === from || isMerged ? undefined : fetchFirst();
}

function tooMany(count: number): Outcome {
  const line = `This push updates ${count} branches and tags. The limit is ${MAX_COMMANDS}. Push fewer, for example: git push origin main`;
  return { lines: [line], refusal: "too many refs" };
}

function fetchFirst(): Outcome {
  const line =
    "Someone else updated it after your last fetch. Run: git pull --rebase, and push again.";
  return { lines: [line], refusal: "fetch first" };
}

async function refuseMove(
  incoming: GitRepository,
  receiver: PushReceiver,
  { ref, from, to }: RefMove,
): Promise<Outcome | undefined> {
  if (!(await isCommit(incoming, to))) {
    const line = `${ref}: a branch must point to a commit.`;
    return { lines: [line], refusal: `${ref} would not point to a commit` };
  }
  if (from === null || receiver.mayRewrite?.(ref) === true) return undefined;
  if (await incoming.areAncestors([from], to)) return undefined;
  const line = `${ref}: its history cannot be rewritten. Run: git pull --rebase, and push again without --force.`;
  return { lines: [line], refusal: "non-fast-forward" };
}

async function isCommit(repository: GitRepository, oid: string): Promise<boolean> {
  try {
    await repository.readCommit(oid);
    return true;
  } catch (error) {
    if (isCmsError(error) && error.code === "repository_broken") return false;
    throw error;
  }
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

/** Returns the first lines and the number of omitted ones. */
function shownLines(lines: readonly string[]): string {
  const some = lines.slice(0, MAX_LINES);
  const more = lines.length - some.length;
  return [...some, ...(more > 0 ? [`… and ${more} more`] : [])]
    .map((line) => `${line.replaceAll(CONTROL, " ").replaceAll("\n", " ").trimEnd()}\n`)
    .filter((line) => line !== "\n")
    .join("");
}
