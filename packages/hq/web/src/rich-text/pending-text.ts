import { whenKeysAreWanted } from "../draft/pending-keys.ts";

/** From the last key until the text is given to the form. */
const PAUSE_MS = 300;

export interface PendingText {
  /** Takes note that something was typed. */
  readonly touch: () => void;
  /** Gives the form what was typed, now. */
  readonly flush: () => void;
  /** As `flush`, and stops listening. */
  readonly close: () => void;
}

/**
 * Gives a text to the form while it is written: the first change at once, so that the form knows that there is
 * something to save, and the others a pause after the last key. It waits no longer when anything else is pressed, the
 * page goes away or another version arrives, so whatever saves, publishes or merges has the last key.
 */
export function pendingText(give: () => void): PendingText {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  const giveNow = (): void => {
    if (!isPending) return;
    isPending = false;
    give();
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    giveNow();
  };
  addEventListener("pointerdown", flush, true);
  addEventListener("pagehide", flush);
  const ignore = whenKeysAreWanted(flush);
  return {
    touch() {
      const isFirst = timer === undefined;
      clearTimeout(timer);
      isPending = true;
      // In a task of its own: the key is drawn before the form is.
      if (isFirst) setTimeout(giveNow);
      timer = setTimeout(flush, PAUSE_MS);
    },
    flush,
    close() {
      flush();
      removeEventListener("pointerdown", flush, true);
      removeEventListener("pagehide", flush);
      ignore();
    },
  };
}
