import { setImmediate as turn } from "node:timers/promises";

/** Asks one question for as many callers; the answers are in the order in which they came. */
export type AskForMany<R> = (key: string, count: number) => Promise<readonly R[]>;

interface Caller<R> {
  readonly answer: (answer: R) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Asks about a key one question at a time, for all who came until then: those whose requests the process read from
 * its sockets in one go, and those who came while the last question was under way. So what many ask at once
 * costs a few questions, and nobody waits for more than two.
 */
export function askTogether<R>(ask: AskForMany<R>): (key: string) => Promise<R> {
  /** Of keys that somebody asks about, those who are to be asked for next. */
  const waiting = new Map<string, Caller<R>[]>();

  async function askFor(key: string, callers: readonly Caller<R>[]): Promise<void> {
    try {
      const answers = await ask(key, callers.length);
      for (const [index, answer] of answers.entries()) callers[index]?.answer(answer);
    } catch (error) {
      for (const { fail } of callers) fail(error);
    }
  }

  async function askForAll(key: string): Promise<void> {
    for (;;) {
      await turn();
      const callers = waiting.get(key) ?? [];
      if (callers.length === 0) break;
      waiting.set(key, []);
      await askFor(key, callers);
    }
    waiting.delete(key);
  }

  return (key) => {
    const { promise, resolve: answer, reject: fail } = Promise.withResolvers<R>();
    const others = waiting.get(key);
    if (others === undefined) {
      waiting.set(key, [{ answer, fail }]);
      askForAll(key).catch(fail);
    } else {
      others.push({ answer, fail });
    }
    return promise;
  };
}
