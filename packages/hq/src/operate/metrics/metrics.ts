import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { AnsweredRequest } from "../../platform/http/request-log.ts";

/** A number that is asked for when the metrics are read. */
interface GaugeSpec {
  /** `loam_<what>[_<unit>]`, as Prometheus expects names. */
  readonly name: string;
  readonly help: string;
  /** `undefined` leaves it out. */
  readonly read: () => Promise<number | undefined> | number | undefined;
}

/** Several numbers of one name, told apart by a label. */
interface LabelledGaugeSpec<Label extends string> extends Pick<GaugeSpec, "name" | "help"> {
  readonly labels: readonly Label[];
  /** Each of these is 1; there is no series for anything else. */
  readonly read: () => readonly Readonly<Record<Label, string>>[];
}

/** What a server counts of itself. Areas add gauges of their own. */
export interface Metrics {
  observeRequest(answered: AnsweredRequest): void;
  /** A site's files, lists and index were brought up to date with its branches. */
  observeFollow(followed: { readonly ms: number; readonly failed: boolean }): void;
  addGauge(gauge: GaugeSpec): void;
  /** Says what is so now, by labels. */
  addFacts<Label extends string>(gauge: LabelledGaugeSpec<Label>): void;
  /** What the gauges say now, by their names; what cannot be told is left out. */
  readGauges(): Promise<ReadonlyMap<string, number>>;
  /** In the text format of Prometheus. */
  print(): Promise<{ readonly mediaType: string; readonly text: string }>;
}

const REQUEST_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const FOLLOW_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
/** A gauge that asks a database which does not answer must not keep the others from being read. */
const GAUGE_TIMEOUT_MS = 2000;

/**
 * The process's own metrics, made once: their observers of the event loop and the garbage collector cannot be
 * removed.
 */
let ofProcess: Registry | undefined;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const requests = new Histogram({
    name: "loam_http_request_duration_seconds",
    help: "Duration of requests, by route pattern.",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  const follows = new Histogram({
    name: "loam_publish_lag_seconds",
    help: "Time from announcing a commit to updating its files, lists, and index.",
    labelNames: ["outcome"],
    buckets: FOLLOW_SECONDS,
    registers: [registry],
  });
  ofProcess ??= processRegistry();
  const merged = Registry.merge([ofProcess, registry]);
  const gauges: GaugeSpec[] = [];
  return {
    observeRequest({ method, route, status, ms, endless }) {
      if (!endless) requests.observe({ method: knownMethod(method), route, status }, ms / 1000);
    },
    observeFollow: ({ ms, failed }) =>
      follows.observe({ outcome: failed ? "failed" : "done" }, ms / 1000),
    addGauge: ({ name, help, read }) => {
      gauges.push({ name, help, read });
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [registry],
        collect: async () => {
          const value = await inTime(read);
          if (value === undefined) gauge.reset();
          else gauge.set(value);
        },
      });
      merged.registerMetric(gauge);
    },
    addFacts: (facts) => merged.registerMetric(factsGauge(registry, facts)),
    async readGauges() {
      const read = gauges.map(async (one) => [one.name, await inTime(one.read)] as const);
      const told = (await Promise.all(read)).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      return new Map(told);
    },
    print: async () => ({ mediaType: merged.contentType, text: await merged.metrics() }),
  };
}

function factsGauge<Label extends string>(
  registry: Registry,
  { name, help, labels, read }: LabelledGaugeSpec<Label>,
): Gauge<Label> {
  return new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    collect() {
      this.reset();
      for (const one of read()) this.set({ ...one }, 1);
    },
  });
}

function processRegistry(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/** Whoever sends a method of their own does not make a series of it. */
function knownMethod(method: string): string {
  return METHODS.has(method) ? method : "other";
}

async function inTime(read: GaugeSpec["read"]): Promise<number | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), GAUGE_TIMEOUT_MS);
  try {
    return await Promise.race([read(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
