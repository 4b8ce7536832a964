import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** The limit of `node:http`: the same bytes for every request, with the necessary headers. */
const body = readFileSync(process.argv[2] ?? "");
const server = createServer((_request, response) => {
  response.writeHead(200, [
    "Content-Type",
    "application/json; charset=utf-8",
    "Content-Length",
    String(body.length),
  ]);
  response.end(body);
}).listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(address?.port);
});
