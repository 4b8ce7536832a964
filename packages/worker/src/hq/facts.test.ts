import { expect, test } from "vitest";
import { getVariable } from "../variables/worker-variables.ts";
import { openBench } from "./link-bench.fixture.ts";

test("reports the URL of the worker if the operator configures it", async () => {
  const { hq, config, startWith } = await openBench();
  await startWith({ ...config, url: "https://mill.example.org" });
  await expect.poll(() => hq.facts).toMatchObject({ url: "https://mill.example.org" });
});

test("logs once that HQ rejects its facts and works without them", async () => {
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
  const reports = messages.filter((message) => message.includes("status report"));
  expect(reports).toEqual([
    expect.stringContaining(`${detail} facts.skills: Must have at most 5000 items.`),
  ]);
});
