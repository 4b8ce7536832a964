import * as colour from "./palette.ts";
import { between, seeded } from "./random.ts";
import {
  band,
  clipped,
  disc,
  flatLine,
  HEIGHT,
  picture,
  stroke,
  wavyLine,
  WIDTH,
} from "./shapes.ts";
import { dashes, grains, laminae, pebbles } from "./textures.ts";

const FLOOR = flatLine(HEIGHT + 400);

function stack(seed: number, from: number, fills: readonly string[], thickness: number): string {
  const lines = fills.map((_, index) =>
    wavyLine({ seed: seed + index, y: from + index * thickness, swing: 14, waves: 1.1 }),
  );
  return lines
    .map((line, index) => {
      const next = lines[index + 1] ?? FLOOR;
      const texture =
        index % 3 === 0
          ? grains(line, next, {
              seed: seed + 40 + index,
              colour: colour.INK,
              count: 220,
              size: 6,
              opacity: 0.35,
            })
          : index % 3 === 1
            ? dashes(line, next, {
                seed: seed + 40 + index,
                colour: colour.PAPER,
                count: 60,
                size: 18,
                opacity: 0.35,
              })
            : laminae(line, next, colour.INK, { count: 3 });
      return `${band(line, FLOOR, fills[index] ?? colour.INK)}${texture}`;
    })
    .join("");
}

const ROCKS = [
  colour.MOSS,
  colour.CHALK,
  colour.OCHRE,
  colour.CLAY,
  colour.SAND,
  colour.SLATE,
  colour.UMBER,
  colour.PEAT,
  colour.INK,
];

/** Layers cut by a fault; the right side slipped down. */
export function fault(): string {
  const left = `M-90 -200L700 -200L1010 ${HEIGHT + 200}L-90 ${HEIGHT + 200}Z`;
  const right = `M712 -200L${WIDTH + 90} -200L${WIDTH + 90} ${HEIGHT + 200}L1022 ${HEIGHT + 200}Z`;
  const layers = stack(200, 190, ROCKS, 100);
  return picture(
    colour.MIST,
    [
      clipped("left", left, layers),
      clipped(
        "right",
        right,
        `<g transform="translate(42 128)">${layers.replaceAll(/(id="|#)((?:pebbles|grains|dashes)-\d+)/gu, "$1right-$2")}</g>`,
      ),
      `<path d="M749 -4L975 ${HEIGHT + 10}" stroke="${colour.PAPER}" stroke-width="9"/>`,
    ].join(""),
    { grain: false },
  );
}

/** Old layers, tilted and eroded flat, under young level ones. */
export function unconformity(): string {
  const surface = wavyLine({ seed: 231, y: 520, swing: 20, waves: 1.2 });
  const young = [colour.MOSS, colour.SAND, colour.OCHRE, colour.CHALK].map((fill, index) => ({
    fill,
    line: wavyLine({ seed: 232 + index, y: 210 + index * 82, swing: 10, waves: 0.9 }),
  }));
  const tilted = `<g transform="rotate(-24 800 700)">${Array.from({ length: 22 }, (_, index) => {
    const fills = [colour.CLAY, colour.PEAT, colour.SLATE, colour.RUST, colour.DEEP, colour.UMBER];
    const random = seeded(260 + index);
    const y = -300 + index * 86;
    return `<rect x="-600" y="${y}" width="2900" height="90" fill="${fills[index % fills.length] ?? colour.CLAY}"/><rect x="-600" y="${y + between(random, 18, 60)}" width="2900" height="${between(random, 2, 7).toFixed(0)}" fill="${colour.CHALK}" opacity="0.3"/>`;
  }).join("")}</g>`;
  const bands = young.map(({ fill, line }, index) => {
    const next = young[index + 1]?.line ?? surface;
    return `${band(line, next, fill)}${index % 2 ? grains(line, next, { seed: 280 + index, colour: colour.UMBER, count: 260, size: 7, opacity: 0.6 }) : laminae(line, next, colour.UMBER, { count: 3 })}`;
  });
  return picture(
    colour.MIST,
    [
      disc(1290, 130, 56, colour.PAPER),
      tilted,
      band(flatLine(-40), surface, colour.MIST),
      disc(1290, 118, 60, colour.PAPER),
      ...bands,
      stroke(surface, colour.PAPER, 8),
    ].join(""),
  );
}

/** Nine drill cores side by side: the same layers at different depths. */
export function cores(): string {
  const fills = [
    colour.MOSS,
    colour.UMBER,
    colour.SAND,
    colour.CLAY,
    colour.CHALK,
    colour.SLATE,
    colour.OCHRE,
    colour.PEAT,
  ];
  const columns = Array.from({ length: 9 }, (_, index) => {
    const random = seeded(300 + index);
    const x = 92 + index * 162;
    const top = 92 + between(random, 0, 60);
    let y = top;
    let parts = "";
    for (const [at, fill] of fills.entries()) {
      const height = 58 + 62 * Math.abs(Math.sin(at * 1.7 + index * 0.42)) + between(random, 0, 14);
      parts += `<rect x="${x}" y="${y.toFixed(0)}" width="122" height="${(height + 1).toFixed(0)}" fill="${fill}"/>`;
      for (let mark = 0; mark < 8; mark += 1)
        parts +=
          at % 2
            ? disc(x + random() * 122, y + random() * height, between(random, 2, 7), colour.INK)
            : `<rect x="${(x + random() * 90).toFixed(0)}" y="${(y + random() * height).toFixed(0)}" width="${between(random, 12, 40).toFixed(0)}" height="3" fill="${colour.PAPER}" opacity="0.5"/>`;
      y += height;
    }
    return clipped(
      `core-${index}`,
      `M${x} ${top + 24}q0 -24 61 -24t61 24V${y - 24}q0 24 -61 24t-61 -24Z`,
      `${parts}<rect x="${x}" y="${top}" width="26" height="${y - top}" fill="${colour.PAPER}" opacity="0.16"/><rect x="${x + 92}" y="${top}" width="30" height="${y - top}" fill="${colour.INK}" opacity="0.2"/>`,
    );
  });
  return picture(colour.DEEP, columns.join(""));
}

/** Ammonites in the layer that preserved them. */
export function fossils(): string {
  const layers = [colour.SAND, colour.OCHRE, colour.CHALK, colour.UMBER, colour.PEAT].map(
    (fill, index) => ({
      fill,
      line: wavyLine({ seed: 330 + index, y: -20 + index * 232, swing: 30, waves: 0.8 }),
    }),
  );
  const beds = layers.map(
    ({ fill, line }, index) =>
      `${band(line, FLOOR, fill)}${laminae(line, layers[index + 1]?.line ?? FLOOR, colour.UMBER, { count: 5 })}`,
  );
  const middle = layers[2]?.line ?? FLOOR;
  const below = layers[3]?.line ?? FLOOR;
  const stones = pebbles(middle, below, { seed: 350, colour: colour.SAND, count: 90, size: 26 });
  const shells = [
    [420, 560, 168],
    [980, 610, 118],
    [1290, 520, 84],
    [700, 640, 50],
    [170, 630, 58],
  ] as const;
  return picture(
    colour.CHALK,
    [...beds, stones, ...shells.map(([x, y, radius], index) => ammonite(x, y, radius, index))].join(
      "",
    ),
  );
}

function ammonite(x: number, y: number, radius: number, index: number): string {
  const turns = 3.4;
  const ribs: string[] = [];
  const outer: string[] = [];
  for (let angle = 0; angle < turns * Math.PI * 2; angle += 0.11) {
    const r = radius * 0.09 * Math.exp(0.114 * angle);
    const inner = r * 0.52;
    const [cos, sin] = [Math.cos(angle + index * 2), Math.sin(angle + index * 2)];
    outer.push(`${(x + cos * r).toFixed(1)} ${(y + sin * r).toFixed(1)}`);
    ribs.push(
      `M${(x + cos * inner).toFixed(1)} ${(y + sin * inner).toFixed(1)}L${(x + cos * r).toFixed(1)} ${(y + sin * r).toFixed(1)}`,
    );
  }
  const fill =
    [colour.CLAY, colour.SLATE, colour.RUST, colour.UMBER, colour.CLAY][index] ?? colour.CLAY;
  return `<polygon points="${outer.slice(-58).join(" ")}" fill="${fill}"/><path d="${ribs.join("")}" stroke="${colour.CHALK}" stroke-width="${(radius / 42).toFixed(1)}" opacity="0.75"/><polyline points="${outer.join(" ")}" fill="none" stroke="${colour.INK}" stroke-width="${(radius / 26).toFixed(1)}"/>`;
}
