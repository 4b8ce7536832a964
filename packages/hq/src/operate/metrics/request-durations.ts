/** How long requests took, by method, route and status. */
export interface RequestDurations {
  observe(series: RequestLabels, seconds: number): void;
  /** In the text format of Prometheus. */
  print(): string;
}

export interface RequestLabels {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

interface Series {
  /** As they stand between braces. */
  readonly labels: string;
  /** Of each bucket alone, and at the end of those that no bucket holds. */
  readonly counts: number[];
  sum: number;
}

const NAME = "loam_http_request_duration_seconds";
const HEAD = `# HELP ${NAME} How long requests took, by pattern of their route.\n# TYPE ${NAME} histogram\n`;
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const BOUNDS = [...BUCKETS.map(String), "+Inf"];

/**
 * The histogram of requests. prom-client's finds its numbers by texts that it makes of each observation, which took
 * a twentieth of an answer from memory (decision 0035); here they are found by the labels themselves.
 */
export function createRequestDurations(): RequestDurations {
  const byRoute = new Map<string, Map<number, Map<string, Series>>>();
  const all: Series[] = [];

  function seriesOf(labels: RequestLabels): Series {
    const { method, route, status } = labels;
    const known = byRoute.get(route)?.get(status)?.get(method);
    if (known !== undefined) return known;
    const byStatus = byRoute.get(route) ?? new Map<number, Map<string, Series>>();
    const byMethod = byStatus.get(status) ?? new Map<string, Series>();
    const made = { labels: printLabels(labels), counts: BOUNDS.map(() => 0), sum: 0 };
    all.push(made);
    byRoute.set(route, byStatus.set(status, byMethod.set(method, made)));
    return made;
  }

  return {
    observe(labels, seconds) {
      const series = seriesOf(labels);
      const bucket = bucketOf(seconds);
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
      series.sum += seconds;
    },
    print: () => HEAD + all.map(printSeries).join(""),
  };
}

function bucketOf(seconds: number): number {
  const found = BUCKETS.findIndex((bound) => seconds <= bound);
  return found === -1 ? BUCKETS.length : found;
}

function printSeries({ labels, counts, sum }: Series): string {
  let count = 0;
  const buckets = BOUNDS.map((bound, index) => {
    count += counts[index] ?? 0;
    return `${NAME}_bucket{le="${bound}",${labels}} ${count}\n`;
  });
  return `${buckets.join("")}${NAME}_sum{${labels}} ${sum}\n${NAME}_count{${labels}} ${count}\n`;
}

function printLabels({ method, route, status }: RequestLabels): string {
  return `method="${escape(method)}",route="${escape(route)}",status="${status}"`;
}

function escape(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
