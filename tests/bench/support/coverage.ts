import { once } from "node:events";

/** Records which files of a process ran, through its inspector. */
export interface Coverage extends Disposable {
  /** Returns the files of HQ and the core in which a function was called since the last call. */
  take(): Promise<readonly string[]>;
}

/** Starts recording in a process started with `--inspect=<port>`. */
export async function openCoverage(port: number): Promise<Coverage> {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).text();
  const address = /ws:\/\/[^"]+/.exec(targets)?.[0];
  if (address === undefined) throw new Error(`No inspector listens at ${port}: ${targets}`);
  const socket = new WebSocket(address);
  await once(socket, "open");
  let calls = 0;
  const call = async (method: string, params: object = {}): Promise<string> => {
    const id = (calls += 1);
    const { promise, resolve } = Promise.withResolvers<string>();
    const listen = ({ data }: MessageEvent): void => {
      const text = String(data);
      if (!text.startsWith(`{"id":${id},`)) return;
      socket.removeEventListener("message", listen);
      resolve(text);
    };
    socket.addEventListener("message", listen);
    socket.send(JSON.stringify({ id, method, params }));
    return promise;
  };
  await call("Profiler.enable");
  await call("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return {
    take: async () => filesIn(JSON.parse(await call("Profiler.takePreciseCoverage"))),
    [Symbol.dispose]: () => socket.close(),
  };
}

const OURS = /packages\/(?:hq|cms-core)\/dist\/.*\.js$/;

function filesIn(answer: unknown): readonly string[] {
  if (!isAnswer(answer)) throw new TypeError("The inspector answers something else.");
  return answer.result.result
    .filter(({ url, functions }) => OURS.test(url) && functions.some(wasCalled))
    .map(({ url }) => url);
}

interface Script {
  readonly url: string;
  readonly functions: readonly CalledFunction[];
}

interface CalledFunction {
  readonly ranges: readonly { readonly count: number }[];
}

function wasCalled({ ranges }: CalledFunction): boolean {
  return (ranges[0]?.count ?? 0) > 0;
}

function isAnswer(
  value: unknown,
): value is { readonly result: { readonly result: readonly Script[] } } {
  if (typeof value !== "object" || value === null || !("result" in value)) return false;
  const { result } = value;
  return typeof result === "object" && result !== null && "result" in result;
}
