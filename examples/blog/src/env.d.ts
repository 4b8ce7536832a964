interface ImportMetaEnv {
  /** Set by `integrations/carry-media.ts`. */
  readonly LOAM_PUBLIC_BASE: string;
}
