import type { Http } from './http.ts'
import type { JsonObject } from './json.ts'
import type { MediaRule, OutgoingMedia, Sendable } from './outgoing.ts'

export interface ReadCall<Grant> {
  readonly grant: Grant
  readonly http: Http
  readonly signal: AbortSignal
}

export interface RecallCall<Grant> extends ReadCall<Grant> {
  /** The earliest time at which it can have been sent. */
  readonly since: Date
  /** False for a post that belongs to another publication. */
  ours(remoteId: string): Promise<boolean>
}

/** The values and functions available to a step. `born` and `key` are the same on every attempt. */
export interface Call<Grant> extends ReadCall<Grant> {
  readonly born: Date
  /** The current time by the engine's clock, for values sent to the network; never for waiting. */
  readonly now: Date
  /** A name for a part that is the same on every attempt: 26 characters, derived from the publication. */
  key(part: number): string
  /** Reads a file in a format that this network accepts: converted once, then the same bytes on every attempt. */
  media(item: OutgoingMedia, rule?: MediaRule): Promise<Sendable>
  /** Returns a URL from which the network can fetch the same bytes for at least an hour without credentials. */
  link(item: OutgoingMedia, rule?: MediaRule): Promise<string>
  /**
   * Converts a still image from another source so that it follows a rule. Throws `MediaUnfit` for bytes that are not an
   * image or cannot be made to follow it.
   */
  fit(bytes: Uint8Array, rule: MediaRule): Promise<Sendable>
  /** Saves a checkpoint within a step. Throws if the publication was fenced off or cancelled. */
  keep(memo: JsonObject): Promise<void>
}
