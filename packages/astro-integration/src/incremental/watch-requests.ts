import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ContentHost } from "../store/content-host.ts";

/** Node tells of each request that is made: by `fetch`, and by `node:http`. */
const CHANNELS = ["undici:request:create", "http.client.request.start"];

/** Notes of a page that it asks another server: what that answers next time nobody knows. */
export function watchRequests({ reads }: Pick<ContentHost, "reads">): { close(): void } {
  const note = (): void => reads()?.untracked("it sends requests to another server");
  for (const channel of CHANNELS) subscribe(channel, note);
  return {
    close() {
      for (const channel of CHANNELS) unsubscribe(channel, note);
    },
  };
}
