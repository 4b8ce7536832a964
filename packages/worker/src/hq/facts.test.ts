import { expect, test } from "vitest";
import { getVariable } from "../variables/worker-variables.ts";
import { openBench } from "./link-bench.fixture.ts";

test("a worker tells HQ where it can be reached, if its operator says so", async () => {
  const { hq, config, startWith } = await openBench();
  await startWith({ ...config, url: "https://mill.example.org" });
  await expect.poll(() => hq.facts).toMatchObject({ url: "https://mill.example.org" });
});

test("a worker whose facts HQ refuses says so once, and does its work without them", async () => {
  const { hq, state, messages, start } = await openBench();
  const detail = "The request body is invalid.";
  const errors = [{ path: "facts.skills", message: "Must have at most 5000 items." }];
  hq.refusesFacts = { status: 422, code: "invalid", detail, errors };
  hq.queueUp("variable.put", { key: "A", value: "1" });
  await start();
  await expect.poll(() => hq.queue).toEqual([]);
  hq.queueUp("variable.put", { key: "B", value: "1" });
  await expect.poll(() => hq.queue).toEqual([]);
  expect(getVariable(state, "B").value).toBe("1");
  const said = messages.filter((message) => message.includes("status report"));
  expect(said).toEqual([
    expect.stringContaining(`${detail} facts.skills: Must have at most 5000 items.`),
  ]);
});
