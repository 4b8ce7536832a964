import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

// node send-heartbeats.ts <HQ> <key file> <rate per second>: sends polls of many workers until it is stopped.

const [url = "", file = "", rate = "1000"] = process.argv.slice(2);
const workers: readonly { readonly key: string; readonly instance: string }[] = JSON.parse(
  readFileSync(file, "utf8"),
);
const agent = new Agent({ keepAlive: true, maxSockets: 50 });
/** Requests of this interval are sent together. */
const TICK_MS = 20;
const A_TICK = (Number(rate) * TICK_MS) / 1000;
let next = 0;
let answered = 0;
let told = false;

function poll(): void {
  const { key, instance } = workers[(next += 1) % workers.length] ?? { key: "", instance: "" };
  const body = JSON.stringify({ instance, acknowledged: 0, wait: 0 });
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-length": body.length,
  };
  const sent = request(`${url}/api/worker/poll`, { method: "POST", agent, headers }, (answer) => {
    if (answer.statusCode !== 200) throw new Error(`A poll was answered ${answer.statusCode}.`);
    answer.resume();
    answered += 1;
    if (!told && answered >= Number(rate)) {
      told = true;
      console.log("at full rate");
    }
  });
  sent.end(body);
}

const begun = performance.now();
let sent = 0;
setInterval(() => {
  // Send all that are due, even if a tick was late.
  const due = Math.floor((performance.now() - begun) / TICK_MS) * A_TICK;
  for (; sent < due; sent += 1) poll();
}, TICK_MS);
