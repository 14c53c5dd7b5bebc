export { findEmbedded } from './find-embedded.ts'
export { type EmbeddedPostgres, startEmbedded } from './start-embedded.ts'
export { EmbeddedUnavailable } from './unavailable.ts'
