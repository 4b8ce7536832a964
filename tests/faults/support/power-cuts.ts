import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SEED } from "../../support/test-rounds.ts";
import type { CutChoice } from "./disk-cut.ts";
import { createDisk } from "./disk-model.ts";
import type { DiskContent } from "./disk-nodes.ts";
import { replay, type DiskTrace } from "./disk-trace.ts";
import { inRounds, randomNumbers, spread } from "./rounds.ts";

const SECTOR = 512;

/** Content of the disk after a power cut or a kill at an instant. */
export interface PowerCut {
  /** For failure messages: instant, kind, and seed. */
  readonly label: string;
  readonly content: DiskContent;
  /** Everything acknowledged before. */
  readonly acknowledged: readonly string[];
}

export interface CutOptions {
  /** @default 24 of each kind, times `ROUNDS` */
  readonly most?: number;
  /** @default all */
  readonly kinds?: readonly string[];
}

/**
 * Yields the possible contents of the disk after a cut at any instant of a trace, without duplicates: everything (the
 * process was killed), only what was synced, names as a journal keeps them, and random mixtures.
 */
export function* powerCuts(
  trace: DiskTrace,
  { most = inRounds(24), kinds = KINDS.map(({ name }) => name) }: CutOptions = {},
): Generator<PowerCut> {
  const seen = new Set<string>();
  for (const kind of KINDS.filter(({ name }) => kinds.includes(name))) {
    for (const cut of cutsOfKind(trace, kind, most)) {
      const key = keyOf(cut);
      if (!seen.has(key)) yield cut;
      seen.add(key);
    }
  }
}

function* cutsOfKind(trace: DiskTrace, kind: CutKind, most: number): Generator<PowerCut> {
  const instants = [...trace.events.keys(), trace.events.length];
  for (const [place, instant] of spread(instants, most).entries()) {
    const disk = createDisk(trace.base);
    const before = trace.events.slice(0, instant);
    for (const event of before) replay(disk, event);
    const acknowledged = before.flatMap((event) =>
      event.op === "acknowledge" ? [event.what] : [],
    );
    for (let round = 0; round < (kind.isRandom ? inRounds(1) : 1); round += 1) {
      const seed = SEED * 1_000_003 + place * 1009 + round;
      const content = disk.cut(kind.choose(randomNumbers(seed)));
      yield { label: `${kind.name}, after event ${instant}, seed ${seed}`, content, acknowledged };
    }
  }
}

/** Writes a disk content to an empty folder. */
export function writeContent(content: DiskContent, folder: string): void {
  for (const [path, file] of content) {
    if (file === undefined) mkdirSync(join(folder, path), { recursive: true });
    else writeFileSync(join(folder, path), file.bytes, { mode: file.mode });
  }
}

interface CutKind {
  readonly name: string;
  readonly isRandom: boolean;
  readonly choose: (random: () => number) => CutChoice;
}

const KINDS: readonly CutKind[] = [
  {
    name: "killed",
    isRandom: false,
    choose: () => ({ keeps: () => true, content: (_, current) => current }),
  },
  {
    name: "only what was synced",
    isRandom: false,
    choose: () => ({
      keeps: () => false,
      content: (durable) => durable ?? Buffer.alloc(0),
    }),
  },
  {
    name: "names without contents",
    isRandom: false,
    choose: () => ({
      keeps: () => true,
      content: (durable) => durable ?? Buffer.alloc(0),
    }),
  },
  {
    name: "journaled names",
    isRandom: true,
    choose: (random) => {
      const reach = random();
      return {
        keeps: ({ order }, { committed, last }) =>
          order <= committed + Math.round(reach * (last - committed)),
        content: (durable, current) => tear(durable, current, random),
      };
    },
  },
  {
    name: "any names",
    isRandom: true,
    choose: (random) => {
      const chance = random();
      return {
        keeps: () => random() < chance,
        content: (durable, current) => tear(durable, current, random),
      };
    },
  },
];

/** Returns a random state: complete, absent, truncated, or with old or zero sectors. */
function tear(durable: Buffer | undefined, current: Buffer, random: () => number): Buffer {
  const before = durable ?? Buffer.alloc(0);
  const kind = random();
  if (kind < 0.25) return current;
  if (kind < 0.5) return before;
  if (kind < 0.65) return current.subarray(0, Math.floor(random() * current.length));
  const torn = Buffer.alloc(current.length);
  for (let at = 0; at < current.length; at += SECTOR) {
    const source = random() < 0.5 ? current : before;
    torn.set(source.subarray(at, Math.min(at + SECTOR, current.length)), at);
  }
  return torn;
}

function keyOf({ content, acknowledged }: PowerCut): string {
  const hash = createHash("sha256");
  for (const [path, file] of content) {
    hash.update(`${path}\0${file === undefined ? "folder" : file.bytes.length}\0`);
    if (file !== undefined) hash.update(file.bytes);
  }
  return hash.update(`\0${acknowledged.join("\n")}`).digest("hex");
}
