import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type MediaIntake,
  openMediaFolder,
  openMediaIntake,
  originalKey,
} from "@loam/cms-core/media";
import { type LiveSite, loadLiveSite, publishEntries } from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/site";
import sharp from "sharp";
import type { BenchRow } from "./bench-row.ts";
import { EDITOR, idOf, makeLargeSite, postValues } from "./support/large-site.ts";
import { type FloorKind, startSharpFloor } from "./support/sharp-floor.ts";
import { median, timeMs } from "./support/timing.ts";

const ROUNDS = 5;
const MAX_RATIO = 1.2;
const ENTRIES = 1000;
const MAX_DELAY_MS = 50;
const WATCH_MS = 15_000;
/** Concurrent uploads while reads and saves are measured. */
const SENDERS = 4;
const CREATED_AT = "2026-01-01T00:00:00.000Z";

/** Measures the cost of uploading a photo, and its effect on readers and editors. */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "loam-bench-media-"));
  const storage = await openMediaFolder(join(folder, "media"));
  await using intake = await openMediaIntake({ storage, folder: join(folder, "uploads") });
  try {
    const photos = await makePhotos(folder, ROUNDS + 1);
    return [...(await compareWithSharp(folder, intake, photos)), ...(await watch(folder, intake))];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Creates different 12-megapixel JPEGs of about 4 MB. */
async function makePhotos(folder: string, count: number, from = 0): Promise<string[]> {
  const paths: string[] = [];
  for (let number = from; number < from + count; number += 1) {
    const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
    const size = { width: 4000, height: 3000, channels: 3, background: "#000" } as const;
    const path = join(folder, `photo-${number}.jpg`);
    await sharp({ create: { ...size, noise } })
      .blur(1.5)
      .jpeg({ quality: 90 })
      .toFile(path);
    paths.push(path);
  }
  return paths;
}

async function upload(intake: MediaIntake, file: string): Promise<string> {
  const record = await intake.ingest({
    content: { file },
    filename: "photo.jpg",
    alt: "",
    createdAt: CREATED_AT,
  });
  if (record.variants.length !== 10) throw new Error("a photo has ten copies");
  return originalKey(record);
}

/** Alternates the complete upload with creating the same variants in sharp. */
async function compareWithSharp(
  folder: string,
  intake: MediaIntake,
  [warm = "", ...photos]: readonly string[],
): Promise<BenchRow[]> {
  using floor = await startSharpFloor();
  const copies = async (kind: FloorKind, photo: string): Promise<number> =>
    timeMs(() => floor.copies(kind, photo, folder));
  await upload(intake, warm);
  await copies("once", warm);
  const rounds: { own: number; once: number; each: number }[] = [];
  for (const photo of photos) {
    rounds.push({
      own: await timeMs(() => upload(intake, photo)),
      once: await copies("once", photo),
      each: await copies("each", photo),
    });
  }
  const own = median(rounds.map((round) => round.own));
  const row = (what: string, ms: number): BenchRow => ({
    what,
    value: own,
    unit: "ms",
    floor: ms,
    ratio: own / ms,
    target: `≤ ${MAX_RATIO} × sharp`,
    met: own <= MAX_RATIO * ms,
  });
  return [
    row(
      "photo of 12 MP uploaded, against sharp decoding it once",
      median(rounds.map((r) => r.once)),
    ),
    row("… against sharp called for each copy", median(rounds.map((r) => r.each))),
  ];
}

interface Delays {
  readonly reads: readonly number[];
  readonly saves: readonly number[];
}

async function watch(folder: string, intake: MediaIntake): Promise<BenchRow[]> {
  const store = await makeLargeSite(join(folder, "site.git"), ENTRIES);
  const entries = store.entries("posts").map(({ id }) => ({ id }));
  await publishEntries(store, { entries, ...EDITOR });
  const live = await loadLiveSite(store.repository, { publicUrl: "https://cdn.example" });
  const [photo = ""] = await makePhotos(folder, 1, 100);
  const site = { store, live, intake, key: await upload(intake, photo) };
  await observe(site, 2000);
  const quiet = await observe(site, WATCH_MS);
  const uploads = keepUploading(folder, intake);
  const busy = await observe(site, WATCH_MS);
  const count = await uploads.stop();
  await store.close();
  const row = (what: "reads" | "saves", name: string, share: number): BenchRow => {
    const [value, floor] = [percentile(busy[what], share), percentile(quiet[what], share)];
    return {
      what: `${name} while ${count} photos are uploaded, against none`,
      value,
      unit: "ms",
      floor,
      ratio: value - floor,
      target: `≤ ${MAX_DELAY_MS} ms more`,
      met: value - floor <= MAX_DELAY_MS,
    };
  };
  return [
    row("reads", "read, p99", 0.99),
    row("reads", "read, slowest", 1),
    row("saves", "save, p99", 0.99),
    row("saves", "save, slowest", 1),
  ];
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

function keepUploading(folder: string, intake: MediaIntake): { stop: () => Promise<number> } {
  const ending = new AbortController();
  let count = 0;
  const send = async (sender: number): Promise<void> => {
    const noise = await readFile(join(folder, "photo-100.jpg"));
    while (!ending.signal.aborted) {
      count += 1;
      // A comment creates a different upload without encoding it again.
      const comment = Buffer.from(`sender ${sender} photo ${count}`);
      const header = Buffer.of(0xff, 0xfe, 0, comment.length + 2);
      const path = join(folder, `upload-${sender}.jpg`);
      await writeParts(path, [noise.subarray(0, 2), header, comment, noise.subarray(2)]);
      await upload(intake, path);
    }
  };
  const senders = Array.from({ length: SENDERS }, (_, sender) => send(sender));
  return {
    stop: async () => {
      ending.abort();
      await Promise.all(senders);
      return count;
    },
  };
}

/** Writes without a copy in memory, which would be garbage for this process. */
async function writeParts(path: string, parts: readonly Uint8Array[]): Promise<void> {
  await using file = await open(path, "w");
  await file.writev(parts);
}

interface Site {
  readonly store: SiteStore;
  readonly live: LiveSite;
  readonly intake: MediaIntake;
  /** Key of an object in media storage. */
  readonly key: string;
}

/** Measures how long reads and saves take from the time they are due. */
async function observe(site: Site, forMs: number): Promise<Delays> {
  const end = performance.now() + forMs;
  const [reads, saves] = await Promise.all([
    every(10, end, (count) => read(site, count)),
    every(100, end, (count) => save(site, count)),
  ]);
  return { reads, saves };
}

async function every(
  pauseMs: number,
  end: number,
  work: (count: number) => Promise<void>,
): Promise<number[]> {
  const delays: number[] = [];
  for (let due = performance.now(); due < end; due = performance.now() + pauseMs) {
    await sleep(Math.max(0, due - performance.now()));
    await work(delays.length);
    delays.push(performance.now() - due);
  }
  return delays;
}

async function read({ live, intake, key }: Site, count: number): Promise<void> {
  const entry = live.find("posts", `post-${count % ENTRIES}`);
  if (entry === undefined) throw new Error("the entry is live");
  await intake.storage.has(key);
}

async function save({ store }: Site, count: number): Promise<void> {
  const number = count % ENTRIES;
  const values = postValues(number, `at ${performance.now()}`);
  await store.saveEntry({ type: "posts", id: idOf("e", number), values }, EDITOR);
}
