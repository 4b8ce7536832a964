import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ContentHost } from "../store/content-host.ts";

/** Node's diagnostics channels for requests by `fetch` and `node:http`. */
const CHANNELS = ["undici:request:create", "http.client.request.start"];

/** Marks a page as untracked if it requests another server, whose next response is unknown. */
export function watchRequests({ reads }: Pick<ContentHost, "reads">): { close(): void } {
  const note = (): void => reads()?.untracked("it sends requests to another server");
  for (const channel of CHANNELS) subscribe(channel, note);
  return {
    close() {
      for (const channel of CHANNELS) unsubscribe(channel, note);
    },
  };
}
