import type * as Http from "node:http";

/**
 * `node:http` without its import, which reads all that the module exports and so loads Node's own client of WebSockets
 * and `fetch`: a twentieth of a start.
 */
export const nodeHttp: typeof Http = process.getBuiltinModule("node:http");
