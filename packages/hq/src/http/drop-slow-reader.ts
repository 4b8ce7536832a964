import type { ServerResponse } from "node:http";

/**
 * Cuts who takes nothing of an answer for so long, and so holds it in memory (FLT-17). Whoever reads
 * on, however slowly the network lets them, and an answer that is not ready yet, have all the time.
 */
export function dropSlowReader(response: ServerResponse, timeoutMs: number): void {
  // Node starts this time anew whenever the system has taken some bytes, also of one long write.
  response.setTimeout(timeoutMs, () => {
    const { socket } = response;
    if (socket !== null && socket.writableLength > 0) socket.destroy();
  });
}
