import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { AnsweredRequest } from "../../platform/http/request-log.ts";

/** A value that is read when metrics are collected. */
interface GaugeSpec {
  /** `loam_<name>[_<unit>]`, following Prometheus conventions. */
  readonly name: string;
  readonly help: string;
  /** Returns `undefined` to omit it. */
  readonly read: () => Promise<number | undefined> | number | undefined;
}

/** Several values with one name and different labels. */
interface LabelledGaugeSpec<Label extends string> extends Pick<GaugeSpec, "name" | "help"> {
  readonly labels: readonly Label[];
  /** Each returned label set has the value 1; all others are omitted. */
  readonly read: () => readonly Readonly<Record<Label, string>>[];
}

/** Metrics of a server. Areas add their own gauges. */
export interface Metrics {
  observeRequest(answered: AnsweredRequest): void;
  /** Records an update of a site's files, lists, and index. */
  observeFollow(followed: { readonly ms: number; readonly failed: boolean }): void;
  addGauge(gauge: GaugeSpec): void;
  /** Adds a gauge for facts with labels. */
  addFacts<Label extends string>(gauge: LabelledGaugeSpec<Label>): void;
  /** Returns the current gauge values by name. Failed gauges are omitted. */
  readGauges(): Promise<ReadonlyMap<string, number>>;
  /** Formats the metrics for Prometheus. */
  print(): Promise<{ readonly mediaType: string; readonly text: string }>;
}

const REQUEST_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const FOLLOW_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
/** A gauge that waits for an unresponsive database must not block the others. */
const GAUGE_TIMEOUT_MS = 2000;

/** Created once: the default metrics' observers of the event loop and garbage collector cannot be removed. */
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
      const values = (await Promise.all(read)).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      return new Map(values);
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

/** Groups unknown methods, so that clients cannot create arbitrary series. */
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
