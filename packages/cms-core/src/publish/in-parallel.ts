/**
 * Does `task` for every item, `width` at a time. After a failure no further item is begun, and it is thrown
 * when nothing is under way any more, so that nothing of this run can meet the next one.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  width: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const waiting = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
      if (failures.length > 0) return;
      try {
        await task(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  if (failures.length > 0) throw failures[0];
}
