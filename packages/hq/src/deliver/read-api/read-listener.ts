import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answerer } from "./create-answerer.ts";
import { isReadTarget, readTarget } from "./read-address.ts";
import type { Exchange, Sender } from "./send-answer.ts";

/**
 * Answers a request of the read API; `false` for every other one, which it leaves untouched.
 *
 * @param answered is called when the answer was handed over
 */
export type ReadListener = (
  request: IncomingMessage,
  response: ServerResponse,
  answered?: (exchange: AnsweredRead) => void,
) => boolean;

export interface AnsweredRead extends Pick<Exchange, "request" | "response"> {
  readonly ms: number;
}

/**
 * The read API (contracts, section 4) below `node:http`: through Express and its middleware an answer
 * from memory costs several times as much (decision 0035).
 */
export function createReadListener(answer: Answerer, sender: Sender): ReadListener {
  return (request, response, answered) => {
    const url = readTarget(request.url ?? "");
    if (!isReadTarget(url)) return false;
    const start = performance.now();
    const exchange: Exchange = { request, response, url };
    sender.begin(exchange);
    const tell = (): void => answered?.({ request, response, ms: performance.now() - start });
    answer(exchange)
      .catch((error: unknown) => sender.fail(exchange, error))
      .then(tell, () => undefined);
    return true;
  };
}
