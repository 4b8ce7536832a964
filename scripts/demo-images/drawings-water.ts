import * as colour from "./palette.ts";
import { between, seeded } from "./random.ts";
import {
  band,
  disc,
  flatLine,
  HEIGHT,
  picture,
  type Point,
  stroke,
  wavyLine,
  WIDTH,
} from "./shapes.ts";
import { grains, pebbles } from "./textures.ts";

const FLOOR = flatLine(HEIGHT + 40);

/** Rain that sinks through the layers to the water table. */
export function waterTable(): string {
  const ground = wavyLine({ seed: 400, y: 330, swing: 36, waves: 0.9 });
  const sand = wavyLine({ seed: 401, y: 470, swing: 26, waves: 1.1 });
  const table = wavyLine({ seed: 402, y: 655, swing: 22, waves: 0.8 });
  const rock = wavyLine({ seed: 403, y: 850, swing: 24, waves: 1.3 });
  const random = seeded(404);
  const rain = Array.from({ length: 90 }, () => {
    const x = random() * (WIDTH + 100);
    const y = random() * 300;
    return `M${x.toFixed(0)} ${y.toFixed(0)}l-9 ${between(random, 20, 44).toFixed(0)}`;
  });
  const seepage = Array.from({ length: 30 }, (_, index) => {
    const x = 30 + index * 54;
    const depth = between(random, 40, 190);
    return `<path d="M${x} 400c${between(random, -30, 30).toFixed(0)} ${(depth / 2).toFixed(0)} ${between(random, -30, 30).toFixed(0)} ${(depth / 1.3).toFixed(0)} 0 ${(depth + 60).toFixed(0)}" stroke="${colour.MIST}" stroke-width="5" fill="none" stroke-linecap="round" stroke-dasharray="2 15"/>`;
  });
  return picture(
    colour.MIST,
    [
      `<path d="${rain.join("")}" stroke="${colour.SLATE}" stroke-width="4" stroke-linecap="round" opacity="0.7"/>`,
      band(wavyLine({ seed: 405, y: 280, swing: 50, waves: 0.7 }), FLOOR, colour.PINE),
      band(ground, FLOOR, colour.MOSS),
      band(
        ground.map(({ x, y }) => ({ x, y: y + 26 })),
        FLOOR,
        colour.PEAT,
      ),
      band(sand, FLOOR, colour.UMBER),
      pebbles(sand, table, { seed: 406, colour: colour.SAND, count: 120, size: 26 }),
      ...seepage,
      band(table, FLOOR, colour.SLATE),
      pebbles(table, rock, { seed: 407, colour: colour.DEEP, count: 110, size: 32, opacity: 0.6 }),
      grains(table, rock, { seed: 408, colour: colour.MIST, count: 150, size: 7, opacity: 0.7 }),
      stroke(table, colour.PAPER, 5),
      band(rock, FLOOR, colour.DEEP),
    ].join(""),
  );
}

/** Contour lines of two hills, seen from above. */
export function contours(): string {
  const rings = [
    { x: 560, y: 470, count: 15, seed: 430 },
    { x: 1210, y: 620, count: 10, seed: 470 },
  ];
  const hills = rings.map(({ x, y, count, seed }) =>
    Array.from({ length: count }, (_, index) => {
      const size = (count - index) * 44;
      const tint =
        [colour.PINE, colour.MOSS, colour.FERN, colour.SAND, colour.OCHRE][
          Math.min(4, Math.floor(index / (count / 5)))
        ] ?? colour.MOSS;
      return ring({ x: x + index * 6, y: y - index * 5 }, size, seed, {
        fill: tint,
        width: index % 5 === 0 ? 5 : 2,
      });
    }).join(""),
  );
  const river = wavyLine({ seed: 490, y: 905, swing: 44, waves: 1.4, fall: -180 });
  return picture(
    colour.PINE,
    [...hills, stroke(river, colour.MIST, 16), stroke(river, colour.SLATE, 6)].join(""),
    { grain: false },
  );
}

function ring(
  { x, y }: Point,
  size: number,
  seed: number,
  { fill, width }: { fill: string; width: number },
): string {
  const random = seeded(seed);
  const waves = [2, 3, 5].map((turns) => ({
    turns,
    size: between(random, 0.05, 0.16) / Math.sqrt(turns),
    phase: random() * 6,
  }));
  const points: string[] = [];
  for (let step = 0; step < 120; step += 1) {
    const angle = (step / 120) * Math.PI * 2;
    const bump = waves.reduce(
      (sum, wave) => sum + wave.size * Math.sin(angle * wave.turns + wave.phase),
      1,
    );
    points.push(
      `${(x + Math.cos(angle) * size * bump * 1.25).toFixed(1)},${(y + Math.sin(angle) * size * bump * 0.86).toFixed(1)}`,
    );
  }
  return `<polygon points="${points.join(" ")}" fill="${fill}" stroke="${colour.CHALK}" stroke-width="${width}" stroke-opacity="0.55"/>`;
}

/** Night over level ground: a moon, quiet layers, a few lit stones. */
export function night(): string {
  const fills = [colour.PINE, colour.PEAT, colour.HUMUS, colour.CLAY, colour.PEAT, colour.INK];
  const lines = fills.map((_, index) =>
    wavyLine({ seed: 510 + index, y: 470 + index * 88, swing: 24, waves: 0.8 + index * 0.1 }),
  );
  const random = seeded(520);
  const stars = Array.from({ length: 70 }, () =>
    disc(random() * WIDTH, random() * 430, between(random, 1.2, 3.4), colour.CHALK),
  );
  const layers = lines.map(
    (line, index) =>
      `${band(line, FLOOR, fills[index] ?? colour.INK)}${index % 2 ? pebbles(line, lines[index + 1] ?? FLOOR, { seed: 530 + index, colour: colour.OCHRE, count: 34, size: 16, opacity: 0.8 }) : ""}`,
  );
  return picture(
    colour.DEEP,
    [
      ...stars,
      disc(1130, 235, 104, colour.CHALK),
      disc(1168, 214, 92, colour.DEEP),
      ...layers,
    ].join(""),
  );
}

/** A portrait of a person as a section of soil: a disc of layers in three shades. */
export function portrait(seed: number, fills: readonly [string, string, string, string]): string {
  const lines = [0, 1, 2].map((index) =>
    wavyLine({ seed: seed + index, y: 420 + index * 170, swing: 60, waves: 0.7 + index * 0.2 }),
  );
  const [first = FLOOR, second = FLOOR, third = FLOOR] = lines;
  return picture(
    fills[0],
    [
      disc(800, 330, 150, fills[3]),
      band(first, FLOOR, fills[1]),
      grains(first, second, {
        seed: seed + 10,
        colour: fills[3],
        count: 120,
        size: 12,
        opacity: 0.7,
      }),
      band(second, FLOOR, fills[2]),
      pebbles(second, third, { seed: seed + 11, colour: fills[1], count: 50, size: 30 }),
      band(third, FLOOR, fills[3]),
    ].join(""),
  );
}
