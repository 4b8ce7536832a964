/** Pause after a stream ended or failed to open. */
const RETRY_MS = 3000;

export interface FollowHq {
  readonly baseUrl: string;
  readonly siteId: string;
  /** A personal access token with `content:read`. */
  readonly token: string;
  /** Called when something happened on the site. */
  readonly onEvent: () => void;
  /** Called once with the reason if the stream isn't available. */
  readonly onRefused: (why: string) => void;
}

/** Follows the site's events in HQ, including saved drafts, which no published file shows. */
export function followHq({ baseUrl, siteId, token, onEvent, onRefused }: FollowHq): {
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
      // The source has the details. It is enough to know that something happened.
      if (/^data:/m.test(chunk)) onEvent();
    }
  };
  const again = async (): Promise<void> => {
    await listen().catch(() => undefined);
    if (!ended.signal.aborted) timer = setTimeout(() => void again(), RETRY_MS).unref();
  };
  void again();
  return {
    close() {
      ended.abort();
      clearTimeout(timer);
    },
  };
}
