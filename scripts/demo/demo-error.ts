/** Something that the person at the terminal can put right: its message is the whole of what is printed. */
export class DemoError extends Error {
  override readonly name = "DemoError";
}
