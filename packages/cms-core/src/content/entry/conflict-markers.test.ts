import { expect, test } from "vitest";
import { conflictLine } from "./conflict-markers.ts";

const CONFLICT = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n";

test.for([
  [CONFLICT, 1],
  [`Text.\r\n\r\n${CONFLICT.replaceAll("\n", "\r\n")}`, 3],
  [`a\n<<<<<<< HEAD\nours\n||||||| base\nbase\n=======\ntheirs\n>>>>>>> x\n`, 2],
  [`<<<<<<< HEAD\nnever closed\n\n${CONFLICT}`, 4],
  // The conflict can be about code.
  [`Text.\n\n${"<<<<<<< HEAD\n```js\nours\n=======\n```ts\ntheirs\n>>>>>>> x\n```\n"}`, 3],
  [`\`\`\`\n${CONFLICT}\`\`\`\n\n${CONFLICT}`, 9],
  [`~~~~\n~~~\n${CONFLICT}~~~~\n${CONFLICT}`, 9],
  [`- item\n  \`\`\`\n  code\n  \`\`\`\n${CONFLICT}`, 5],
  [`\`\`\` not a fence \`\`\`\n${CONFLICT}`, 2],
  [`---\nnote: |\n  \`\`\`\n---\n${CONFLICT}`, 5],
  [`---\n${CONFLICT}---\n`, 2],
] as const)("finds a conflict in %j", ([text, line]) => {
  expect(conflictLine(text)).toBe(line);
});

test.for([
  "Heading\n=======\n",
  "<<<<<<< HEAD\nours\n>>>>>>> branch\n",
  ">>>>>>> branch\n=======\n<<<<<<< HEAD\n",
  "  <<<<<<< HEAD\n  =======\n  >>>>>>> branch\n",
  `\`\`\`diff\n${CONFLICT}\`\`\`\n`,
  `~~~\n${CONFLICT}~~~\n`,
  `\`\`\`\`md\n\`\`\`\n${CONFLICT}\`\`\`\n\`\`\`\`\n`,
  `- item\n\n  \`\`\`\n${CONFLICT}  \`\`\`\n`,
  `Text:\n\n    ${CONFLICT.replaceAll("\n", "\n    ")}`,
  `Text:\n\n\t${CONFLICT.replaceAll("\n", "\n\t")}`,
  `\`\`\`\r\n${CONFLICT.replaceAll("\n", "\r\n")}\`\`\`\r\n`,
  `> \`\`\`\n> ${CONFLICT.replaceAll("\n", "\n> ")}\`\`\`\n`,
  `---\ntitle: x\n---\n\`\`\`\n${CONFLICT}\`\`\`\n`,
  `\`\`\`\n${CONFLICT}`,
  "text <<<<<<< HEAD\n=======\n>>>>>>> x",
])("finds no conflict in %j", (text) => {
  expect(conflictLine(text)).toBeUndefined();
});
