import { expect, onTestFinished, test } from "vitest";
import { eachFile } from "./read-files.ts";
import { MAIN, temporaryFolder } from "./repository.fixture.ts";
import { type GitRepository, openRepository } from "./repository.ts";

interface Stored {
  readonly repository: GitRepository;
  readonly commit: string;
  readonly oids: readonly string[];
}

/** Creates a repository with one file of each size, each filled with a different byte. */
async function store(sizes: readonly number[]): Promise<Stored> {
  const repository = await openRepository(`${temporaryFolder()}/site.git`, { create: true });
  onTestFinished(async () => repository.close());
  const files = new Map(sizes.map((size, at) => [`${at}`, Buffer.alloc(size, 32 + (at % 90))]));
  const author = { name: "Ann", email: "ann@example.test" };
  const { commit, blobs } = await repository.commit(MAIN, { files, author, message: "Add files" });
  return { repository, commit, oids: sizes.map((_, at) => blobs.get(`${at}`) ?? "") };
}

const itself = (oid: string): string => oid;

test("returns many complete files in the requested order, across chunks", async () => {
  const sizes = [0, 1, 3000, 200_000, 70_000, 12, 65_536, 999];
  const { repository, oids } = await store(sizes);
  const requested = Array.from({ length: 450 }, (_, at) => (at * 5) % sizes.length);
  const received: number[] = [];
  for await (const [at, bytes] of eachFile(repository, requested, (one) => oids[one] ?? "")) {
    expect(bytes.length).toBe(sizes[at]);
    expect(bytes.every((byte) => byte === 32 + at)).toBe(true);
    received.push(at);
  }
  expect(received).toEqual(requested);
});

test("yields to other work while many files are read", async () => {
  const { repository, oids } = await store(Array(3000).fill(2000));
  let inTurn = 0;
  let most = 0;
  let isRunning = true;
  const nextTurn = (): void => {
    inTurn = 0;
    if (isRunning) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  for await (const _ of eachFile(repository, oids, itself)) {
    inTurn += 1;
    most = Math.max(most, inTurn);
  }
  isRunning = false;
  expect(most).toBeLessThanOrEqual(400);
});

test("fails only when a missing file is reached", async () => {
  const { repository, commit, oids } = await store(Array(600).fill(3));
  for (const other of [commit, "1".repeat(40)]) {
    let count = 0;
    const giving = async (): Promise<void> => {
      for await (const _ of eachFile(repository, [...oids.slice(0, 550), other], itself))
        count += 1;
    };
    await expect(giving()).rejects.toMatchObject({ code: "not_found" });
    expect(count).toBeGreaterThan(0);
  }
  const [first = ""] = oids;
  expect((await repository.readBlobs([first])).map(({ length }) => length)).toEqual([3]);
});

test("reports no failure of pending reads after reading stops early", async () => {
  const { repository, oids } = await store(Array(400).fill(3));
  for await (const [oid] of eachFile(repository, [...oids, "1".repeat(40)], itself)) {
    expect(oid).toBe(oids[0]);
    break;
  }
  await repository.close();
});
