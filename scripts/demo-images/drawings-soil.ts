import * as colour from "./palette.ts";
import { between, seeded } from "./random.ts";
import { rootSystem } from "./roots.ts";
import { band, disc, flatLine, HEIGHT, type Line, picture, stroke, wavyLine } from "./shapes.ts";
import { dashes, grains, laminae, pebbles } from "./textures.ts";

const FLOOR = flatLine(HEIGHT + 40);

function grass(line: Line, seed: number, fill: string): string {
  const random = seeded(seed);
  const blades = line.flatMap(({ x, y }) =>
    Array.from({ length: 3 }, () => {
      const left = x + between(random, -9, 9);
      const tip = between(random, 14, 46);
      const lean = between(random, -12, 12);
      return `M${left.toFixed(0)} ${(y + 6).toFixed(0)}Q${left.toFixed(0)} ${(y - tip / 2).toFixed(0)} ${(left + lean).toFixed(0)} ${(y - tip).toFixed(0)}`;
    }),
  );
  return `<path d="${blades.join("")}" fill="none" stroke="${fill}" stroke-width="4" stroke-linecap="round"/>`;
}

/** A soil profile: grass, humus, leached layer, clay, broken rock, bedrock. */
export function horizons(): string {
  const tops = [300, 372, 486, 590, 742, 884].map((y, index) =>
    wavyLine({ seed: 11 + index, y, swing: 16 + index * 3, waves: 1.3 + index * 0.2 }),
  );
  const [
    ground = FLOOR,
    topsoil = FLOOR,
    leached = FLOOR,
    clay = FLOOR,
    broken = FLOOR,
    rock = FLOOR,
  ] = tops;
  const hill = wavyLine({ seed: 3, y: 262, swing: 34, waves: 0.8 });
  return picture(
    colour.CHALK,
    [
      disc(1210, 150, 74, colour.OCHRE),
      band(hill, FLOOR, colour.FERN),
      band(ground, FLOOR, colour.PEAT),
      grass(ground, 5, colour.MOSS),
      grains(ground, topsoil, { seed: 21, colour: colour.UMBER, count: 300, size: 9 }),
      band(topsoil, FLOOR, colour.UMBER),
      ...[190, 520, 905, 1130, 1405].map((x, index) =>
        rootSystem(
          50 + index,
          { x, y: 306, angle: 1.5 + (index % 2) * 0.2, length: 300 + (index % 3) * 90, width: 11 },
          colour.SAND,
        ),
      ),
      band(leached, FLOOR, colour.SAND),
      grains(leached, clay, { seed: 22, colour: colour.OCHRE, count: 520, size: 8 }),
      rootSystem(61, { x: 905, y: 470, angle: 1.6, length: 250, width: 6 }, colour.UMBER),
      band(clay, FLOOR, colour.CLAY),
      laminae(clay, broken, colour.PEAT, { count: 5 }),
      dashes(clay, broken, { seed: 23, colour: colour.RUST, count: 90, size: 20 }),
      band(broken, FLOOR, colour.OCHRE),
      pebbles(broken, rock, { seed: 24, colour: colour.CHALK, count: 150, size: 34 }),
      pebbles(broken, rock, { seed: 25, colour: colour.UMBER, count: 70, size: 24 }),
      band(rock, FLOOR, colour.SLATE),
      laminae(rock, FLOOR, colour.DEEP, { count: 3, width: 3 }),
    ].join(""),
  );
}

/** Three plants with branching roots in the same layers. */
export function roots(): string {
  const lines = [240, 400, 560, 720, 860].map((y, index) =>
    wavyLine({ seed: 80 + index, y, swing: 22, waves: 1.1 }),
  );
  const fills = [colour.HUMUS, colour.UMBER, colour.CLAY, colour.HUMUS, colour.INK];
  const layers = lines.map((line, index) => band(line, FLOOR, fills[index] ?? colour.INK));
  const ground = lines[0] ?? FLOOR;
  const plants = [330, 800, 1270].map((x, index) => {
    const base = ground.find((point) => point.x >= x)?.y ?? 240;
    const stem = `<path d="M${x} ${base}C${x - 10} ${base - 60} ${x + 8} ${base - 110} ${x} ${base - 170}" fill="none" stroke="${colour.MOSS}" stroke-width="10" stroke-linecap="round"/>`;
    const leaves = [-1, 1].map(
      (side) =>
        `<path d="M${x} ${base - 110}q${side * 40} -70 ${side * 110} -54q${-side * 30} 66 ${-side * 110} 54Z" fill="${side < 0 ? colour.MOSS : colour.FERN}"/>`,
    );
    const below = [1.15, 1.57, 2].map((angle, root) =>
      rootSystem(
        90 + index * 3 + root,
        { x, y: base, angle, length: root === 1 ? 640 : 430, width: root === 1 ? 15 : 10 },
        colour.CHALK,
      ),
    );
    return [...below, stem, ...leaves].join("");
  });
  return picture(colour.SAND, [disc(800, 240, 190, colour.OCHRE), ...layers, ...plants].join(""));
}

/** Plowed rows that meet at the horizon, with the sun low above them. */
export function furrows(): string {
  const horizon = 400;
  const rows = Array.from({ length: 29 }, (_, index) => {
    const centre = (index - 14) * 190;
    const far = 800 + (index - 14) * 14;
    const shades = [colour.UMBER, colour.HUMUS, colour.CLAY];
    return `<path d="M${far - 7} ${horizon}L${800 + centre - 95} 1040L${800 + centre + 95} 1040L${far + 7} ${horizon}Z" fill="${shades[index % 3] ?? colour.UMBER}"/>`;
  });
  const hills = [
    band(wavyLine({ seed: 31, y: 330, swing: 46, waves: 0.9 }), FLOOR, colour.MIST),
    band(wavyLine({ seed: 32, y: 366, swing: 26, waves: 1.4 }), FLOOR, colour.MOSS),
    band(flatLine(horizon), FLOOR, colour.PEAT),
  ];
  const rays = Array.from(
    { length: 6 },
    (_, index) =>
      `<circle cx="800" cy="372" r="${180 + index * 62}" fill="none" stroke="${colour.OCHRE}" stroke-width="3" opacity="${0.55 - index * 0.08}"/>`,
  );
  const seedlings = Array.from({ length: 9 }, (_, index) => {
    const depth = (index + 1) / 9;
    const y = horizon + 600 * depth ** 1.7;
    return [-2, -1, 1, 2]
      .map(
        (row) =>
          `<path d="M${800 + row * (24 + 285 * depth ** 1.7)} ${y.toFixed(0)}q${-8 * depth} ${-50 * depth} ${-34 * depth} ${-60 * depth}m${34 * depth} ${60 * depth}q${8 * depth} ${-50 * depth} ${34 * depth} ${-60 * depth}" stroke="${colour.FERN}" stroke-width="${(9 * depth).toFixed(1)}" fill="none" stroke-linecap="round"/>`,
      )
      .join("");
  });
  return picture(
    colour.SAND,
    [...rays, disc(800, 372, 122, colour.RUST), ...hills, ...rows, ...seedlings].join(""),
  );
}

/** Overlapping dunes, darker toward the front. */
export function dunes(): string {
  const fills = [colour.SAND, colour.OCHRE, colour.RUST, colour.CLAY, colour.UMBER, colour.PEAT];
  const lines = fills.map((_, index) =>
    wavyLine({
      seed: 140 + index * 7,
      y: 380 + index * 108,
      swing: 66 - index * 4,
      waves: 0.75 + index * 0.12,
      fall: (index % 2 ? 1 : -1) * 70,
    }),
  );
  const layers = lines.map((line, index) => {
    const next = lines[index + 1] ?? FLOOR;
    const ripples = laminae(line, next, index < 2 ? colour.UMBER : colour.INK, { count: 4 });
    return `${band(line, FLOOR, fills[index] ?? colour.PEAT)}${ripples}${stroke(line, colour.CHALK, 3, 'opacity="0.5"')}`;
  });
  return picture(colour.CHALK, [disc(430, 250, 118, colour.CLAY), ...layers].join(""));
}
