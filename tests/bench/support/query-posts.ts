import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { JsonEntry } from "../../support/properties/naive-filter.ts";

/** Repeatable random numbers. */
export type Random = (below: number) => number;

export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ROOT = resolve(import.meta.dirname, "../../..");

/** Returns the words of this project's documentation, most frequent first. */
export function readWords(): readonly string[] {
  const pages = globSync(["*.md", "docs/**/*.md", "content/content/**/*.md"], { cwd: ROOT });
  const counts = new Map<string, number>();
  for (const page of pages) {
    const english = readFileSync(resolve(ROOT, page), "utf8").toLowerCase();
    for (const word of english.match(/[a-z]{3,}/g) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([word]) => word);
}

/** Picks earlier words more often, as in natural language. */
export function pickWord(words: readonly string[], random: Random): string {
  return words[Math.floor((random(1000) * random(1000) * words.length) / 1_000_000)] ?? "";
}

export const CATEGORIES = 12;
const AUTHORS = 100;
const TIME = "2026-01-01T00:00:00.000Z";

/** Returns 100 people as published. */
export function makePeople(words: readonly string[], random: Random): JsonEntry[] {
  return Array.from({ length: AUTHORS }, (_, number) => ({
    ...head("p", number),
    name: `${pickWord(words, random)} ${pickWord(words, random)}`,
    bio: text(words, random, 20),
  }));
}

/** Returns posts with about 2 KB of Markdown as published, with their author expanded. */
export function makePosts(count: number, { words, random, people }: PostOptions): JsonEntry[] {
  return Array.from({ length: count }, (_, number) => ({
    ...head("a", number),
    title: text(words, random, 6),
    category: `Category ${random(CATEGORIES)}`,
    price: random(1_000_000) / 100,
    day: new Date(Date.UTC(2016, 0, 1 + random(3650))).toISOString().slice(0, 10),
    featured: random(10) === 0,
    author: people[number % people.length] ?? {},
    body: text(words, random, 290).replaceAll(/(?:\w+ ){15}/g, "$&\n\n"),
  }));
}

interface PostOptions {
  readonly words: readonly string[];
  readonly random: Random;
  readonly people: readonly JsonEntry[];
}

function head(letter: string, number: number): JsonEntry {
  const digits = Array.from(String(number).padStart(6, "0"), (digit) =>
    "bcdefghijk".charAt(Number(digit)),
  );
  const id = `e${letter.repeat(13)}${digits.join("")}`;
  const times = { createdAt: TIME, updatedAt: TIME, publishedAt: TIME };
  return { id, slug: `post-${letter}-${number}`, ...times, sortOrder: number };
}

function text(words: readonly string[], random: Random, length: number): string {
  return Array.from({ length }, () => pickWord(words, random)).join(" ");
}
