import { registerPendingInput } from "../draft/pending-input.ts";

/** Delay between the last keystroke and updating the form. */
const PAUSE_MS = 300;

export interface PendingText {
  /** Registers a keystroke. */
  readonly touch: () => void;
  /** Updates the form immediately. */
  readonly flush: () => void;
  /** Like `flush`, and stops listening. */
  readonly close: () => void;
}

/**
 * Debounces updates of the form while typing. The first change is passed on immediately, so that the form knows there
 * are unsaved changes; later ones after a pause. Pointer events, leaving the page, and new versions flush it, so that
 * saving, publishing, and merging always include the last keystroke.
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
  const ignore = registerPendingInput(flush);
  return {
    touch() {
      const isFirst = timer === undefined;
      clearTimeout(timer);
      isPending = true;
      // In a separate task, so that the keystroke renders before the form.
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
