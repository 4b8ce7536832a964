/**
 * Goes on with a value, at once where it is there: what is answered from memory by the ten thousand a second
 * pays for each wait.
 */
export function after<T, R>(
  value: T | Promise<T>,
  goOn: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
