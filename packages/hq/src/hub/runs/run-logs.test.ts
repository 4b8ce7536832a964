import { expect, test } from "vitest";
import { end, MAIN, openWorld } from "./runs.fixture.ts";

test("a log is appended where it ends, and kept as it came", async () => {
  const { hq, worker, get, start } = await openWorld();
  const id = await start();
  await worker.poll();
  expect((await worker.sendLog(id, 0, "one\n")).status).toBe(204);
  expect(await worker.sendLog(id, 0, "one\n")).toMatchObject({ status: 409, body: { offset: 4 } });
  expect(await worker.sendLog(id, 9, "x")).toMatchObject({ status: 409, body: { offset: 4 } });
  expect((await worker.sendLog(id, 4, "two é\n")).status).toBe(204);
  const text = await fetch(`${hq.url}${MAIN}/runs/${id}/log/text`, {
    headers: hq.headersOf("admin"),
  });
  expect(await text.text()).toBe("one\ntwo é\n");
  expect(await get(`/runs/${id}`)).toMatchObject({ logBytes: 11 });
});

test("a log that is followed comes as it is printed, goes on after a cut, and ends with the run", async () => {
  const { hq, worker, start } = await openWorld();
  const id = await start();
  await worker.poll();
  const follow = async (last?: string) => {
    const headers = {
      ...hq.headersOf("admin"),
      ...(last !== undefined && { "last-event-id": last }),
    };
    return fetch(`${hq.url}${MAIN}/runs/${id}/log`, { headers });
  };
  const following = (await follow()).text();
  await worker.sendLog(id, 0, "one\n");
  await end(worker, id, "running");
  await worker.sendLog(id, 4, "two\n");
  await end(worker, id, "succeeded");
  const told = await following;
  expect(told.match(/(?<=^data: ).*$/gm)?.at(-1)).toBe('{"state":"succeeded"}');
  const texts = told.match(/(?<=^data: \{"text":").*(?="\}$)/gm) ?? [];
  expect(texts.join("")).toBe(String.raw`one\ntwo\n`);
  expect(told).toContain("id: 8\n");
  const rest = await (await follow("4")).text();
  expect(rest).toContain(String.raw`{"text":"two\n"}`);
  expect(rest).not.toContain("one");
});

test("a log of letters of several bytes is shown whole, however long it is", async () => {
  const { hq, worker, start } = await openWorld();
  const id = await start();
  await worker.poll();
  const letters = `.${"é".repeat(50_000)}`;
  await worker.sendLog(id, 0, letters);
  await end(worker, id, "succeeded");
  const headers = hq.headersOf("admin");
  const told = await (await fetch(`${hq.url}${MAIN}/runs/${id}/log`, { headers })).text();
  const texts = told.match(/(?<=^data: \{"text":").*(?="\}$)/gm) ?? [];
  expect(texts.join("")).toBe(letters);
});
