/** Soil shades from grass to bedrock, used by all drawings. */
export const INK = "#241a14";
export const PEAT = "#3a2820";
export const HUMUS = "#54392a";
export const UMBER = "#77502f";
export const CLAY = "#a4512f";
export const RUST = "#c06a35";
export const OCHRE = "#d19a45";
export const SAND = "#e2bf82";
export const CHALK = "#f1e2c3";
export const PAPER = "#f7efdf";
export const MOSS = "#5f7048";
export const FERN = "#8a9a5b";
export const PINE = "#33473d";
export const SLATE = "#51666d";
export const MIST = "#a9b8b3";
export const DEEP = "#1d2b31";
