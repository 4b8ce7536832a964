import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isCmsError } from "@loam/cms-core";
import { expect } from "vitest";
import { traceDisk, type DiskTrace } from "./disk-trace.ts";
import { watchCalls, type CallKind, type Fault, type FileCall, type Watch } from "./file-calls.ts";
import { powerCuts, writeContent, type CutOptions } from "./power-cuts.ts";
import { everyNth } from "./rounds.ts";

/** Called with each thing that must not be lost from then on. */
export type Acknowledge = (what: string) => void;

/** Work that must survive every fault, and its checks. */
export interface Scenario<T> {
  /** Prepares the state before the work. */
  readonly open: (folder: string) => Promise<T>;
  /** The tested work. */
  readonly act: (opened: T, acknowledge: Acknowledge) => Promise<void>;
  /** Repeats the work after the fault, in the same process. */
  readonly again: (opened: T, acknowledge: Acknowledge) => Promise<void>;
  readonly close: (opened: T) => Promise<void>;
  /** Opens what is left with the real code, and fails if anything acknowledged is missing. */
  readonly check: (folder: string, acknowledged: readonly string[]) => Promise<void>;
  /** False if another process writes some of the files, so that their syncs can't be traced. */
  readonly cuts?: false;
}

/** Result of a run in which one call failed. */
export interface FaultRun {
  readonly fault: Fault;
  readonly hit: FileCall;
  /** Undefined if the work succeeded anyway. */
  readonly error: unknown;
  readonly acknowledged: readonly string[];
}

export interface FaultOptions extends Omit<Fault, "at"> {
  /** Only every n-th call fails, starting with `first`. @default every call; every third in a sample */
  readonly step?: number;
  readonly first?: number;
}

/**
 * Runs a scenario with its first call failing, then its second, until a run has no fault. After each run, the same
 * process repeats the work; then the disk is checked, as it is and as a power cut leaves it.
 */
export async function failEachCall<T>(
  scenario: Scenario<T>,
  base: string,
  { step = everyNth(1).step, first = everyNth(1).first, ...fault }: FaultOptions,
): Promise<readonly FaultRun[]> {
  const runs: FaultRun[] = [];
  for (let at = first; ; at += step) {
    const run = await failCall(scenario, base, { ...fault, at });
    if (run === undefined) return runs;
    runs.push(run);
  }
}

async function failCall<T>(
  scenario: Scenario<T>,
  base: string,
  fault: Fault,
): Promise<FaultRun | undefined> {
  const folder = mkdtempSync(`${base}-fault-`);
  const left = mkdtempSync(`${base}-left-`);
  try {
    cpSync(base, folder, { recursive: true });
    const trace = traceDisk(folder);
    const opened = await traced(folder, trace, () => scenario.open(folder));
    const acknowledged: string[] = [];
    const acknowledge = (what: string): void => {
      acknowledged.push(what);
      trace.acknowledge(what);
    };
    const { error, hit } = await underFault({ folder, fault, trace }, () =>
      scenario.act(opened, acknowledge),
    );
    if (hit !== undefined) {
      await explained(fault, hit, async () => {
        expectClearError(error, fault);
        await traced(folder, trace, () => scenario.again(opened, acknowledge));
      });
    }
    await scenario.close(opened);
    if (hit === undefined) return undefined;
    await explained(fault, hit, async () => {
      await expect.poll(() => openFiles(folder), { message: "open files" }).toEqual([]);
      if (scenario.cuts !== false && BRINGS_TO_DISK.has(hit.kind))
        await checkCuts(scenario, trace, left);
      await scenario.check(folder, acknowledged);
    });
    return { fault, hit, error, acknowledged };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(left, { recursive: true, force: true });
  }
}

/** If one of these fails, nothing it was meant to make durable may count as durable. */
const BRINGS_TO_DISK: ReadonlySet<CallKind> = new Set(["sync", "rename", "link", "mkdir", "copy"]);

/** Checks that everything acknowledged survives a later power cut, however little reached the disk. */
async function checkCuts<T>(scenario: Scenario<T>, trace: DiskTrace, left: string): Promise<void> {
  const options = { most: 1, kinds: ["only what was synced"] } as const;
  for (const { content, acknowledged, label } of powerCuts(trace, options)) {
    const folder = mkdtempSync(join(left, "cut-"));
    writeContent(content, folder);
    await saying(label, () => scenario.check(folder, acknowledged));
  }
}

interface FaultSetting {
  readonly folder: string;
  readonly fault: Fault;
  readonly trace: DiskTrace;
}

async function underFault(
  { folder, fault, trace }: FaultSetting,
  work: () => Promise<void>,
): Promise<{ readonly error: unknown; readonly hit: FileCall | undefined }> {
  const watch: Watch = watchCalls(folder, { fault, trace });
  let error: unknown;
  try {
    await work();
  } catch (caught) {
    error = caught;
  } finally {
    watch.stop();
  }
  return { error, hit: watch.hit };
}

async function traced<R>(folder: string, trace: DiskTrace, work: () => Promise<R>): Promise<R> {
  const watch = watchCalls(folder, { trace });
  try {
    return await work();
  } finally {
    watch.stop();
  }
}

/** Checks that an error has a code and includes the system's message. */
function expectClearError(error: unknown, { code }: Fault): void {
  if (error === undefined) return;
  if (!isCmsError(error)) throw new Error("a failure without a code", { cause: error });
  expect(error.code).toBe("storage_failed");
  expect(error.message).toContain(code);
}

export interface CutSummary {
  readonly cuts: number;
  readonly acknowledged: number;
}

/** Runs a scenario once, and checks the disk after a power cut at any instant. */
export async function cutPowerEverywhere<T>(
  scenario: Scenario<T>,
  base: string,
  options: CutOptions = {},
): Promise<CutSummary> {
  const folder = mkdtempSync(`${base}-cut-`);
  const left = mkdtempSync(`${base}-left-`);
  try {
    cpSync(base, folder, { recursive: true });
    const trace = traceDisk(folder);
    const opened = await traced(folder, trace, () => scenario.open(folder));
    await traced(folder, trace, () => scenario.act(opened, trace.acknowledge));
    await scenario.close(opened);
    let cuts = 0;
    for (const { label, content, acknowledged } of powerCuts(trace, options)) {
      const after = join(left, String((cuts += 1)));
      mkdirSync(after);
      writeContent(content, after);
      await saying(label, () => scenario.check(after, acknowledged));
      rmSync(after, { recursive: true });
    }
    const acknowledged = trace.events.filter(({ op }) => op === "acknowledge").length;
    return { cuts, acknowledged };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(left, { recursive: true, force: true });
  }
}

async function explained(fault: Fault, hit: FileCall, work: () => Promise<void>): Promise<void> {
  const { code, moment, at } = fault;
  await saying(`${code} ${moment} call ${at} (${hit.kind} ${hit.path})`, work);
}

async function saying(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${what}: ${reason}`, { cause });
  }
}

/** Returns the files below a folder that this process has open. */
function openFiles(folder: string): string[] {
  return readdirSync("/proc/self/fd").flatMap((file) => {
    const path = readlinkIfOpen(`/proc/self/fd/${file}`);
    return path?.startsWith(`${folder}/`) === true ? [path] : [];
  });
}

function readlinkIfOpen(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
