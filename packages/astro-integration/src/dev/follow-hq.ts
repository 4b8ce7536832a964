/** After a stream that ended, or could not be opened. */
const AGAIN_MS = 3000;

export interface FollowHq {
  readonly baseUrl: string;
  readonly siteId: string;
  /** A personal access token with `content:read`. */
  readonly token: string;
  /** Something happened on the site. */
  readonly heard: () => void;
  /** The stream cannot be had, and why; told once. */
  readonly onRefused: (why: string) => void;
}

/** Hears from HQ what happens on a site: saves of drafts, too, which no published file shows. */
export function followHq({ baseUrl, siteId, token, heard, onRefused }: FollowHq): {
  close(): void;
} {
  const ended = new AbortController();
  const address = new URL(`api/manage/sites/${siteId}/events`, `${baseUrl.replace(/\/$/, "")}/`);
  let timer: NodeJS.Timeout | undefined;
  const listen = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
    const response = await fetch(address, { headers, signal: ended.signal });
    if (!response.ok || response.body === null) {
      onRefused(`${address.href} returned ${response.status}`);
      return;
    }
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      // What happened is read from the source: here it is enough that something did.
      if (/^data:/m.test(chunk)) heard();
    }
  };
  const again = async (): Promise<void> => {
    await listen().catch(() => undefined);
    if (!ended.signal.aborted) timer = setTimeout(() => void again(), AGAIN_MS).unref();
  };
  void again();
  return {
    close() {
      ended.abort();
      clearTimeout(timer);
    },
  };
}
