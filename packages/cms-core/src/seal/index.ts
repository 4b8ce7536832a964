export {
  lengthPrefixed,
  makeSealingKeys,
  openSecrets,
  type SealedSecret,
  sealSecret,
  type SealingKeys,
  type SecretOpener,
  type SecretPlace,
} from "./seal-secret.ts";
