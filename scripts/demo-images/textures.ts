import { between, seeded } from "./random.ts";
import { bandPath, clipped, type Line, stroke, WIDTH } from "./shapes.ts";

interface Texture {
  readonly seed: number;
  readonly colour: string;
  /** Number of marks. */
  readonly count: number;
  /** Maximum size of a mark in pixels. */
  readonly size: number;
  /** @default 1 */
  readonly opacity?: number;
}

interface Box {
  readonly low: number;
  readonly high: number;
}

function boxOf(top: Line, bottom: Line): Box {
  return {
    low: Math.min(...top.map(({ y }) => y)),
    high: Math.max(...bottom.map(({ y }) => y)),
  };
}

function scattered(
  texture: Texture,
  box: Box,
  mark: (x: number, y: number, size: number, turn: number) => string,
): string {
  const random = seeded(texture.seed);
  let marks = "";
  for (let index = 0; index < texture.count; index += 1) {
    const size = between(random, texture.size * 0.35, texture.size);
    marks += mark(random() * WIDTH, between(random, box.low, box.high), size, random() * 180);
  }
  return `<g fill="${texture.colour}" stroke="none" opacity="${texture.opacity ?? 1}">${marks}</g>`;
}

/** Rounded stones of many sizes between two lines. */
export function pebbles(top: Line, bottom: Line, texture: Texture): string {
  const marks = scattered(
    texture,
    boxOf(top, bottom),
    (x, y, size, turn) =>
      `<ellipse cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" rx="${size.toFixed(1)}" ry="${(size * 0.66).toFixed(1)}" transform="rotate(${(turn * 0.3).toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)})"/>`,
  );
  return clipped(`pebbles-${texture.seed}`, bandPath(top, bottom), marks);
}

/** Grains of sand. */
export function grains(top: Line, bottom: Line, texture: Texture): string {
  const marks = scattered(
    texture,
    boxOf(top, bottom),
    (x, y, size) =>
      `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${(size / 2).toFixed(1)}"/>`,
  );
  return clipped(`grains-${texture.seed}`, bandPath(top, bottom), marks);
}

/** Short level dashes, the geological pattern for clay. */
export function dashes(top: Line, bottom: Line, texture: Texture): string {
  const marks = scattered(
    texture,
    boxOf(top, bottom),
    (x, y, size) =>
      `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="${(size * 3).toFixed(0)}" height="${Math.max(2, size / 6).toFixed(1)}" rx="2"/>`,
  );
  return clipped(`dashes-${texture.seed}`, bandPath(top, bottom), marks);
}

/** Thin lines that follow the layer. */
export function laminae(
  top: Line,
  bottom: Line,
  colour: string,
  { count = 3, width = 2 } = {},
): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const share = (index + 1) / (count + 1);
    const line = top.map((point, at) => {
      const other = bottom[Math.min(at, bottom.length - 1)] ?? point;
      return { x: point.x, y: point.y + (other.y - point.y) * share };
    });
    return stroke(line, colour, width, 'opacity="0.5"');
  });
  return lines.join("");
}
