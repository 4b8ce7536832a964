import { Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { createRequestDurations, type RequestLabels } from "./request-durations.ts";

const NAME = "loam_http_request_duration_seconds";
const SECONDS = [0, 0.001, 0.0011, 0.25, 59.9, 60, 61, 1e-9];
const LABELS: readonly RequestLabels[] = [
  { method: "GET", route: "/public", status: 200 },
  { method: "HEAD", route: "/public", status: 200 },
  { method: "GET", route: "/public", status: 404 },
  { method: "GET", route: '/api/"quoted"\\{site}\nnext', status: 200 },
];

test("requests are counted and printed as prom-client does it", async () => {
  const register = new Registry();
  const theirs = new Histogram({
    name: NAME,
    help: "How long requests took, by pattern of their route.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [register],
  });
  const ours = createRequestDurations();
  for (const [index, labels] of LABELS.entries()) {
    for (const seconds of SECONDS.slice(index)) {
      ours.observe(labels, seconds);
      theirs.observe({ ...labels }, seconds);
    }
  }
  expect(linesOf(ours.print())).toEqual(linesOf(await register.metrics()));
});

function linesOf(text: string): readonly string[] {
  return text.trim().split("\n").toSorted();
}

test("nothing is counted at the start", () => {
  expect(createRequestDurations().print()).not.toMatch(/^[^#]/m);
});
