export { type SealedSecret, sealSecret, type SecretPlace } from "@loam/cms-core/seal";
