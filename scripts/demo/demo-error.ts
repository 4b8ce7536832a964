/** An error that the user can fix. Only its message is printed. */
export class DemoError extends Error {
  override readonly name = "DemoError";
}
