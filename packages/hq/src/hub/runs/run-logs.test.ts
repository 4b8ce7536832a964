import { expect, test } from "vitest";
import { end, MAIN, openWorld } from "./runs.fixture.ts";

test("appends to the end of a log unchanged", async () => {
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

test("streams a followed log, continues after a disconnect, and ends with the run", async () => {
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
  const text = await following;
  expect(text.match(/(?<=^data: ).*$/gm)?.at(-1)).toBe('{"state":"succeeded"}');
  const texts = text.match(/(?<=^data: \{"text":").*(?="\}$)/gm) ?? [];
  expect(texts.join("")).toBe(String.raw`one\ntwo\n`);
  expect(text).toContain("id: 8\n");
  const rest = await (await follow("4")).text();
  expect(rest).toContain(String.raw`{"text":"two\n"}`);
  expect(rest).not.toContain("one");
});

test("returns a long log with multibyte characters completely", async () => {
  const { hq, worker, start } = await openWorld();
  const id = await start();
  await worker.poll();
  const letters = `.${"é".repeat(50_000)}`;
  await worker.sendLog(id, 0, letters);
  await end(worker, id, "succeeded");
  const headers = hq.headersOf("admin");
  const text = await (await fetch(`${hq.url}${MAIN}/runs/${id}/log`, { headers })).text();
  const texts = text.match(/(?<=^data: \{"text":").*(?="\}$)/gm) ?? [];
  expect(texts.join("")).toBe(letters);
});
