import * as colour from "./palette.ts";
import { between, seeded } from "./random.ts";
import { band, disc, flatLine, HEIGHT, type Line, picture, stroke, wavyLine } from "./shapes.ts";
import { grains, laminae, pebbles } from "./textures.ts";

const FLOOR = flatLine(HEIGHT + 40);

/** Old wood in cross section: rings of many years around an off-center core. */
export function treeRings(): string {
  const random = seeded(610);
  const waves = [2, 3, 7].map((turns) => ({
    turns,
    phase: random() * 6,
    size: 0.05 / Math.sqrt(turns),
  }));
  const tints = [
    colour.OCHRE,
    colour.SAND,
    colour.RUST,
    colour.SAND,
    colour.CLAY,
    colour.OCHRE,
    colour.UMBER,
  ];
  let rings = "";
  let radius = 980;
  for (let year = 0; radius > 24; year += 1) {
    const tint = radius > 930 ? colour.PEAT : (tints[year % tints.length] ?? colour.SAND);
    const points = Array.from({ length: 140 }, (_, step) => {
      const angle = (step / 140) * Math.PI * 2;
      const bump = waves.reduce(
        (sum, wave) => sum + wave.size * Math.sin(angle * wave.turns + wave.phase),
        1,
      );
      return `${(690 + (980 - radius) * 0.05 + Math.cos(angle) * radius * bump).toFixed(1)},${(520 + Math.sin(angle) * radius * bump * 0.9).toFixed(1)}`;
    });
    rings += `<polygon points="${points.join(" ")}" fill="${tint}" stroke="${colour.PEAT}" stroke-opacity="0.35" stroke-width="2"/>`;
    radius -= between(random, 14, 46);
  }
  const crack = `<path d="M690 520L1190 ${HEIGHT + 20}L1270 ${HEIGHT + 20}Z" fill="${colour.INK}"/>`;
  return picture(colour.INK, `${rings}${crack}${disc(712, 520, 16, colour.PEAT)}`);
}

/** Terraced fields on a hillside, with water or young green. */
export function terraces(): string {
  const fills = [
    colour.FERN,
    colour.MIST,
    colour.MOSS,
    colour.SAND,
    colour.FERN,
    colour.SLATE,
    colour.MOSS,
    colour.PINE,
  ];
  const lines = fills.map((_, index) =>
    wavyLine({
      seed: 640 + Math.floor(index / 2),
      y: 330 + index * 92,
      swing: 34 + index * 3,
      waves: 1.2,
      fall: 150 - index * 44,
    }),
  );
  const steps = lines.map((line, index) => {
    const wall: Line = line.map(({ x, y }) => ({ x, y: y + 30 }));
    const next = lines[index + 1] ?? FLOOR;
    const fill = fills[index] ?? colour.MOSS;
    const planted = index % 2 === 0 ? laminae(wall, next, colour.PINE, { count: 3, width: 3 }) : "";
    return `${band(line, FLOOR, colour.UMBER)}${band(wall, FLOOR, fill)}${planted}${stroke(line, colour.PEAT, 4)}`;
  });
  const hills = band(wavyLine({ seed: 660, y: 250, swing: 70, waves: 0.9 }), FLOOR, colour.PINE);
  return picture(colour.CHALK, [disc(1230, 190, 92, colour.RUST), hills, ...steps].join(""));
}

/** Worm burrows through dark earth; each ends at the worm. */
export function burrows(): string {
  const ground = wavyLine({ seed: 680, y: 150, swing: 18, waves: 1.3 });
  const deep = wavyLine({ seed: 681, y: 620, swing: 40, waves: 0.9 });
  const bottom = wavyLine({ seed: 682, y: 860, swing: 24, waves: 1.2 });
  const random = seeded(690);
  const tunnels = Array.from({ length: 9 }, (_, index) => {
    let [x, y, angle] = [110 + index * 172, 150, Math.PI / 2];
    const points: { x: number; y: number }[] = [{ x, y }];
    const length = 16 + Math.floor(random() * 20);
    for (let step = 0; step < length; step += 1) {
      angle += between(random, -0.75, 0.75) + (Math.PI / 2 - angle) * 0.12;
      x += Math.cos(angle) * 34;
      y += Math.sin(angle) * 34;
      points.push({ x, y });
    }
    const worm = points.slice(-5);
    return `${stroke(points, colour.INK, 34)}${stroke(worm, colour.RUST, 20)}${stroke(worm.slice(1, 3), colour.SAND, 20)}`;
  });
  return picture(
    colour.SAND,
    [
      band(ground, FLOOR, colour.MOSS),
      band(
        ground.map(({ x, y }) => ({ x, y: y + 28 })),
        FLOOR,
        colour.HUMUS,
      ),
      grains(ground, deep, { seed: 691, colour: colour.OCHRE, count: 240, size: 10, opacity: 0.7 }),
      pebbles(ground, deep, { seed: 692, colour: colour.PEAT, count: 60, size: 26 }),
      band(deep, FLOOR, colour.UMBER),
      pebbles(deep, bottom, { seed: 693, colour: colour.SAND, count: 60, size: 22, opacity: 0.8 }),
      band(bottom, FLOOR, colour.PEAT),
      ...tunnels,
    ].join(""),
  );
}
