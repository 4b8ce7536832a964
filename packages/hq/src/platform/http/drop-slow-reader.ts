import type { ServerResponse } from "node:http";

/**
 * Cuts who takes nothing of an answer for so long, and so holds it in memory (FLT-17). Whoever reads
 * on, however slowly the network lets them, and an answer that is not ready yet, have all the time.
 */
export function dropSlowReader(response: ServerResponse, timeoutMs: number): void {
  // Most answers the system has taken whole by now: they wait for nobody, and to time them costs as much as a header.
  if (response.writableEnded && response.writableLength === 0) return;
  // Node starts this time anew whenever the system has taken some bytes, also of one long write.
  response.setTimeout(timeoutMs, () => {
    const { socket } = response;
    if (socket !== null && socket.writableLength > 0) socket.destroy();
  });
}
