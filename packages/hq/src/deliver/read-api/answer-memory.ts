/**
 * Memory in which an answer is put together that is sent and forgotten. As new memory for each, what is not collected
 * yet would add up to tens of megabytes under load.
 */
export interface AnswerMemory {
  /** Memory of so many bytes: the one place, where nobody has it, else new. */
  take(bytes: number): Buffer;
  /**
   * Does work that may take the place while it does not wait; from when it is done, the place is used again.
   *
   * @param isFree whether nobody needs what was taken any more, asked when all is done; else the place is left to them
   */
  during<T>(work: () => T | Promise<T>, isFree: () => boolean): T | Promise<T>;
}

/** More than that the system does not take at once, and it stays with who waits for it. */
const PLACE_BYTES = 64 * 1024;

export function createAnswerMemory(): AnswerMemory {
  let place: Buffer | undefined;
  let isOpen = false;
  let isTaken = false;

  function release(isFree: boolean): void {
    isTaken = false;
    if (!isFree) place = undefined;
  }

  function orGiveUp<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isTaken) release(false);
      throw error;
    } finally {
      isOpen = false;
    }
  }

  return {
    take(bytes) {
      if (!isOpen || bytes > PLACE_BYTES) return Buffer.allocUnsafe(bytes);
      isOpen = false;
      isTaken = true;
      place ??= Buffer.allocUnsafeSlow(PLACE_BYTES);
      return place.subarray(0, bytes);
    },
    during(work, isFree) {
      if (isTaken) return work();
      isOpen = true;
      const done = orGiveUp(work);
      if (!isTaken) return done;
      if (done instanceof Promise) return done.finally(() => release(isFree()));
      release(isFree());
      return done;
    },
  };
}
