// Loaded into every process of the demo with `--import`. Shifts the clock so that it starts at IMAGES_TIME.

const { IMAGES_TIME = "", IMAGES_STARTED = "" } = process.env;
const PlatformDate = Date;
const shift = Date.parse(IMAGES_TIME) - Number(IMAGES_STARTED);

globalThis.Date = new Proxy(PlatformDate, {
  construct(target, given, newTarget) {
    const parts = given.length === 0 ? [target.now() + shift] : given;
    return Reflect.construct(target, parts, newTarget);
  },
  get(target, key) {
    return key === "now" ? () => target.now() + shift : Reflect.get(target, key);
  },
});
