import { between, type Random, seeded } from "./random.ts";

interface Root {
  readonly x: number;
  readonly y: number;
  /** Radians; π/2 points down. */
  readonly angle: number;
  /** Pixels. */
  readonly length: number;
  readonly width: number;
}

const SEGMENTS = 9;
const THINNEST = 1.4;

function grow(root: Root, random: Random, colour: string): string {
  if (root.width < THINNEST || root.length < 24) return "";
  let { x, y, angle } = root;
  let path = `M${x.toFixed(1)} ${y.toFixed(1)}`;
  let branches = "";
  const step = root.length / SEGMENTS;
  for (let segment = 1; segment <= SEGMENTS; segment += 1) {
    angle += between(random, -0.34, 0.34) + (Math.PI / 2 - angle) * 0.06;
    x += Math.cos(angle) * step;
    y += Math.sin(angle) * step;
    path += `L${x.toFixed(1)} ${y.toFixed(1)}`;
    if (segment > 1 && random() < 0.5) {
      const side = random() < 0.5 ? -1 : 1;
      const length = root.length * between(random, 0.35, 0.6);
      branches += grow(
        {
          x,
          y,
          angle: angle + side * between(random, 0.5, 1.05),
          length,
          width: root.width * 0.55,
        },
        random,
        colour,
      );
    }
  }
  return `${branches}<path d="${path}" fill="none" stroke="${colour}" stroke-width="${root.width.toFixed(1)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** Draws a root that grows from a point into ever finer branches. */
export function rootSystem(seed: number, root: Root, colour: string): string {
  return grow(root, seeded(seed), colour);
}
