import { burrows, terraces, treeRings } from "./drawings-life.ts";
import { cores, fault, fossils, unconformity } from "./drawings-rock.ts";
import { dunes, furrows, horizons, roots } from "./drawings-soil.ts";
import { contours, night, portrait, waterTable } from "./drawings-water.ts";
import * as colour from "./palette.ts";

export interface Drawing {
  /** Media ID. */
  readonly id: string;
  /** File name without extension. */
  readonly name: string;
  readonly format: "jpg" | "png" | "webp";
  readonly alt: string;
  /** Draws the image as SVG. */
  readonly draw: () => string;
  /** Crops to the middle square. */
  readonly square?: boolean;
}

/** The images of the demo site. Their ids are fixed, because entries reference them. */
export const DRAWINGS: readonly Drawing[] = [
  {
    id: "m5lvedsdzii4egpeujp2",
    name: "horizons",
    format: "jpg",
    draw: horizons,
    alt: "A cut through soil: grass on top, then dark humus, sand with roots, red clay, broken stone and slate.",
  },
  {
    id: "myinq25pgyi7rqejk2j5",
    name: "fault",
    format: "png",
    draw: fault,
    alt: "Layers of rock cut by a slanting fault; the layers on the right have slipped down.",
  },
  {
    id: "mpww2xqt64sd2dgkjqtj",
    name: "unconformity",
    format: "jpg",
    draw: unconformity,
    alt: "Tilted old layers, worn flat, with young level layers lying on top of them.",
  },
  {
    id: "mkaeudphhrx6wsvfmysh",
    name: "drill-cores",
    format: "webp",
    draw: cores,
    alt: "Nine drill cores side by side on a dark ground, the same layers at different depths.",
  },
  {
    id: "mmvkk3hy2abvwighkrr6",
    name: "roots",
    format: "jpg",
    draw: roots,
    alt: "Three young plants; their pale roots fork many times through brown and red layers.",
  },
  {
    id: "mly5bvwtqa56fx3gaxhe",
    name: "ammonites",
    format: "webp",
    draw: fossils,
    alt: "Five ammonite fossils lying in a pale bed between darker ones.",
  },
  {
    id: "mcasen5l5br4jls3m2ii",
    name: "contours",
    format: "png",
    draw: contours,
    alt: "Contour lines of two hills seen from above, green at the foot and yellow at the top, with a river.",
  },
  {
    id: "m5spqjhklgxxczasaax6",
    name: "dunes",
    format: "jpg",
    draw: dunes,
    alt: "Six dunes, pale behind and dark in front, under a red sun.",
  },
  {
    id: "mpsfxic27exusvlja5fm",
    name: "water-table",
    format: "webp",
    draw: waterTable,
    alt: "Rain sinks through earth and gravel to the water table above the rock.",
  },
  {
    id: "mpl6zg4wkzygxd3op3i4",
    name: "furrows",
    format: "jpg",
    draw: furrows,
    alt: "Plowed rows that meet at the horizon, with seedlings in them and a low sun.",
  },
  {
    id: "mzhboqxlwmkkmhzot6r4",
    name: "night",
    format: "webp",
    draw: night,
    alt: "A thin moon and stars over level layers of dark earth.",
  },
  {
    id: "mbudublmftvok5xwimpy",
    name: "tree-rings",
    format: "jpg",
    draw: treeRings,
    alt: "Rings of a tree trunk in ochre and brown, with a crack from the core to the bark.",
  },
  {
    id: "m3fyfsdcuya54ual2ksb",
    name: "terraces",
    format: "webp",
    draw: terraces,
    alt: "Terraced fields step down a hill, some green, some under water.",
  },
  {
    id: "mynllg2xlbrrciqv57mt",
    name: "burrows",
    format: "jpg",
    draw: burrows,
    alt: "Nine worm tunnels wind down through dark earth, each with a worm at its end.",
  },
  {
    id: "mh3yfdrvwv7jzep777hr",
    name: "portrait-mara",
    format: "webp",
    square: true,
    draw: () => portrait(610, [colour.MIST, colour.CLAY, colour.PEAT, colour.OCHRE]),
    alt: "Layers in rust and brown under a yellow disc, on gray.",
  },
  {
    id: "m7y3rnbekmhdkezza3lh",
    name: "portrait-daniel",
    format: "webp",
    square: true,
    draw: () => portrait(640, [colour.SAND, colour.MOSS, colour.PINE, colour.RUST]),
    alt: "Layers in green under a rust-red disc, on sand.",
  },
  {
    id: "meai74qdz5h7se77ppv2",
    name: "portrait-yuki",
    format: "webp",
    square: true,
    draw: () => portrait(673, [colour.CHALK, colour.SLATE, colour.DEEP, colour.CLAY]),
    alt: "Layers in slate blue under a red disc, on chalk.",
  },
];
