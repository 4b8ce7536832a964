/** What may end a line or a sentence. */
const ENDS = Array.from("\n.!?…।॥؟۔։።။។。！？｡\\");

const CHARACTERS_A_STEP = 8;
const END_STEPS = 80;

/** The steps that it takes to take a text apart and to go through its parts: most come from short lines. */
export function splittingSteps(text: string): number {
  let count = 0;
  for (const end of ENDS) {
    for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1)) count += 1;
  }
  return Math.ceil(text.length / CHARACTERS_A_STEP) + count * END_STEPS;
}
