/** To be raised whenever the same commit of `published` would be rendered to other bytes. */
export const RENDERER_VERSION = 5;
