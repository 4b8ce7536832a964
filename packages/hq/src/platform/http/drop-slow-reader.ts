import type { ServerResponse } from "node:http";

/**
 * Cuts a client that takes nothing of an answer for this long, and so holds it in memory (FLT-17). A client that
 * keeps reading, however slowly, and an answer that is not ready yet have all the time they need.
 */
export function dropSlowReader(response: ServerResponse, timeoutMs: number): void {
  // The system has taken most answers whole by now, so they need no timer.
  if (response.writableEnded && response.writableLength === 0) return;
  // Node restarts this timer whenever the system has taken some bytes, even of one long write.
  response.setTimeout(timeoutMs, () => {
    const { socket } = response;
    if (socket !== null && socket.writableLength > 0) socket.destroy();
  });
}
