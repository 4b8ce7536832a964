import { between, seeded } from "./random.ts";

export const WIDTH = 1600;
export const HEIGHT = 1000;
const STEP = 16;
const MARGIN = 80;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Line = readonly Point[];

export interface Waves {
  readonly seed: number;
  /** Mean height of the line, in pixels from the top. */
  readonly y: number;
  /** Maximum deviation from the mean, in pixels. */
  readonly swing: number;
  /** Number of waves across the image; small numbers give long, quiet lines. */
  readonly waves?: number;
  /** Pixels by which the line drops from left to right. */
  readonly fall?: number;
}

/** Returns a line across the image, made of three sine waves, that extends beyond both edges. */
export function wavyLine({ seed, y, swing, waves = 1.6, fall = 0 }: Waves): Line {
  const random = seeded(seed);
  const parts = [1, 2.3, 5.1].map((factor, index) => ({
    size: (swing * between(random, 0.6, 1)) / (1 + index * 1.8),
    turns: waves * factor,
    phase: random() * Math.PI * 2,
  }));
  const points: Point[] = [];
  for (let x = -MARGIN; x <= WIDTH + MARGIN; x += STEP) {
    const share = x / WIDTH;
    const height = parts.reduce(
      (sum, part) => sum + part.size * Math.sin(share * Math.PI * 2 * part.turns + part.phase),
      y + fall * (share - 0.5),
    );
    points.push({ x, y: height });
  }
  return points;
}

export function flatLine(y: number): Line {
  return [
    { x: -MARGIN, y },
    { x: WIDTH + MARGIN, y },
  ];
}

function pathOf(line: Line): string {
  return line
    .map(({ x, y }, index) => `${index ? "L" : "M"}${x.toFixed(0)} ${y.toFixed(1)}`)
    .join("");
}

/** Returns the closed outline between two lines. */
export function bandPath(top: Line, bottom: Line): string {
  return `${pathOf(top)}${pathOf(bottom.toReversed()).replace("M", "L")}Z`;
}

export function band(top: Line, bottom: Line, fill: string): string {
  return `<path d="${bandPath(top, bottom)}" fill="${fill}"/>`;
}

export function stroke(line: Line, colour: string, width: number, extra = ""): string {
  return `<path d="${pathOf(line)}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;
}

/** Draws `inside` only where the outline is. */
export function clipped(id: string, outline: string, inside: string): string {
  return `<clipPath id="${id}"><path d="${outline}"/></clipPath><g clip-path="url(#${id})">${inside}</g>`;
}

export function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${radius.toFixed(1)}" fill="${fill}"/>`;
}

/** A fine grain over the whole image. */
const GRAIN = `<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.55" numOctaves="2" seed="4"/><feColorMatrix values="0 0 0 0 0.12  0 0 0 0 0.08  0 0 0 0 0.05  0 0 0 0.6 -0.24"/></filter><rect width="100%" height="100%" filter="url(#grain)" opacity="0.55"/>`;

/** Returns a complete image. Without grain, its PNG is smaller. */
export function picture(background: string, drawing: string, { grain = true } = {}): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="100%" height="100%" fill="${background}"/>${drawing}${grain ? GRAIN : ""}</svg>`;
}
