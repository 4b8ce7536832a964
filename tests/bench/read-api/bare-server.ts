import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** What `node:http` can do: the same bytes for every request, with the headers that clients need. */
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
