export { findEmbedded } from './find-embedded.ts'
export { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from './start-embedded.ts'
export { EmbeddedUnavailable } from './unavailable.ts'
