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
import { problemOf } from "../platform/http/send-problem.ts";
import { type Push, type PushReceiver, refusedBy, type Unplaced } from "./git-place.ts";
import { bandLines, FLUSH, pktLine } from "./pkt-line.ts";
import { type Command, type Commands, NO_OID } from "./push-commands.ts";

const CAPABILITIES =
  "report-status delete-refs side-band-64k quiet atomic ofs-delta push-options object-format=sha1 agent=loam";
const MAX_COMMANDS = 100;
const MAX_LINES = 200;
const MAX_OBJECTS = 1_000_000;
const KEEP_ALIVE_MS = 5000;
/** Each was overtaken by somebody; from the second one on nobody of this process can. */
const ATTEMPTS = 5;

/** Where the refs stand that may be pushed, for a client that is about to. */
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

/** How a push is answered; what is left of its body is taken first. */
interface Answering {
  readonly answer: Writable;
  readonly drain: () => Promise<void>;
}

interface PushParts extends Commands {
  readonly repository: GitRepository;
  readonly receiver: PushReceiver;
  /** As the caller may push by now. @throws CmsError for who may not any more */
  readonly receiverNow: () => Promise<PushReceiver>;
  readonly pack: AsyncIterable<Uint8Array>;
  /** Ends it when the client is gone. */
  readonly signal: AbortSignal;
  /** Told of faults of the server's own. */
  readonly logFault: (error: unknown) => void;
}

/** What a push came to: lines for who pushed, and for each ref why it was refused. */
interface Outcome {
  readonly lines: readonly string[];
  /** The same for all refs, as a push is taken or refused whole. */
  readonly refusal?: string;
}

/** Takes a push, or refuses it whole, and writes the report of it; what fails is reported, too. */
export async function answerPush(parts: PushParts, { answer, drain }: Answering): Promise<void> {
  const keepAlive = setInterval(() => {
    if (parts.hasBands) answer.write(bandLines(2, Buffer.alloc(0)));
  }, KEEP_ALIVE_MS);
  let outcome: Outcome;
  try {
    outcome = await takePush(parts);
    // A client that is still sending reads no answer.
    if (outcome.refusal !== undefined) await drain();
  } finally {
    clearInterval(keepAlive);
  }
  report(parts, outcome, answer);
}

/**
 * Refuses a push that was not looked at. Git shows people nothing of an HTTP error in this place, so the refusal is an
 * answer like any other.
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

/** Every git of today takes messages beside the report. */
const NOTHING_SENT = { commands: [], hasBands: true } as const;

/** What became of each ref, and lines for who pushed. */
function report(
  { commands, hasBands }: Pick<Commands, "commands" | "hasBands">,
  { lines, refusal }: Outcome,
  answer: Writable,
): void {
  const band = (number: 1 | 2, bytes: Uint8Array): Uint8Array =>
    hasBands ? bandLines(number, bytes) : bytes;
  const said = shownLines(lines);
  if (hasBands && said !== "") answer.write(band(2, Buffer.from(said)));
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
      const said = typeof stderr === "string" && stderr !== "" ? stderr : error.message;
      const advice = /did not receive expected object/.test(said) ? [NOT_WHOLE] : [];
      return {
        lines: [...said.split("\n"), ...advice],
        refusal: "git rejected the pushed objects",
      };
    }
    if (error.status >= 500) parts.logFault(error);
    // Its own words where they are for callers: those of a disk that fails name folders of the server.
    const { detail } = problemOf(error).body;
    return { lines: [String(detail)], refusal: error.code };
  }
}

async function landPush(parts: PushParts): Promise<Outcome> {
  const { repository, commands, options, pack, signal } = parts;
  if (commands.length > MAX_COMMANDS) return tooMany(commands.length);
  const early = await refuseCommands(parts);
  if (early !== undefined) return early;
  const made = commands.filter(({ from, to }) => from === null && to !== null);
  const clash = made.length === 0 ? undefined : findClash(made, await repository.listRefs());
  if (clash !== undefined) return { lines: [clash], refusal: "conflicts with another branch name" };
  const moves = commands.flatMap(({ ref, from, to }): RefMove[] =>
    to === null ? [] : [{ ref, from, to: parseOid(to) }],
  );
  const limits = { maxBytes: parts.receiver.maxPackBytes, maxObjects: MAX_OBJECTS, signal };
  await using incoming = await receivePack(repository, pack, limits);
  // A pack may take minutes to come: what holds is what may be pushed when it is here.
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

/** @throws CmsError `stale` when others were faster each time */
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
 * Why a new ref cannot stand beside those that are there, or come with it: a checkout on Windows or macOS keeps two names
 * that differ by case in one file, and every one keeps `a/b` in a folder called `a`.
 */
function findClash(
  made: readonly Command[],
  refs: ReadonlyMap<string, unknown>,
): string | undefined {
  // Also beside those that the same push removes: that is done last.
  const standing = [...refs.keys()];
  for (const { ref } of made) {
    const name = ref.toLowerCase();
    const other = standing.find((one) => isOneFile(name, one.toLowerCase()));
    if (other !== undefined)
      return `${ref}: this name conflicts with ${other}. Choose another name.`;
    standing.push(ref);
  }
  return undefined;
}

function isOneFile(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/** What would be in the way of a branch of HQ's own, or is read as another commit by git itself. */
const KEPT = /^refs\/heads\/(?:head$|change$|published(?:\/|$))/i;

function keptName(ref: string, to: string | null): string | undefined {
  return to !== null && KEPT.test(ref) ? `${ref}: invalid name. Choose another name.` : undefined;
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

/** What is refused before a byte of the pack is looked at. */
async function refuseCommand(
  repository: GitRepository,
  receiver: PushReceiver,
  { ref, from, to }: Command,
): Promise<Outcome | undefined> {
  const reason = receiver.refuseRef(parseRef(ref)) ?? keptName(ref, to);
  if (reason !== undefined) return { lines: [reason], refusal: "not a ref you can push to" };
  if (to === null && receiver.mayRemove?.(ref) !== true) {
    return refused("branches cannot be deleted by a push");
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
  if (!(await isCommit(incoming, to))) return refused(`${ref} would not point to a commit`);
  if (from === null || receiver.mayRewrite?.(ref) === true) return undefined;
  return (await incoming.areAncestors([from], to)) ? undefined : refused("non-fast-forward");
}

function refused(refusal: string): Outcome {
  return { lines: [], refusal };
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

/** The first lines, and how many more there are; a terminal does nothing but show them. */
function shownLines(lines: readonly string[]): string {
  const some = lines.slice(0, MAX_LINES);
  const more = lines.length - some.length;
  return [...some, ...(more > 0 ? [`… and ${more} more`] : [])]
    .map((line) => `${line.replaceAll(CONTROL, " ").replaceAll("\n", " ").trimEnd()}\n`)
    .filter((line) => line !== "\n")
    .join("");
}
