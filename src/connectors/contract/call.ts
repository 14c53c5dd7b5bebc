import type { Http } from './http.ts'
import type { JsonObject } from './json.ts'
import type { MediaRule, OutgoingMedia, Sendable } from './outgoing.ts'

export interface ReadCall<Grant> {
  readonly grant: Grant
  readonly http: Http
  readonly signal: AbortSignal
}

export interface RecallCall<Grant> extends ReadCall<Grant> {
  /** When it can have been sent at the earliest. */
  readonly since: Date
  /** False for what belongs to another publication. */
  ours(remoteId: string): Promise<boolean>
}

/** The values and functions that a step works with. `born` and `key` are the same on every try. */
export interface Call<Grant> extends ReadCall<Grant> {
  readonly born: Date
  /** The current time by the engine's clock, for values that a network must receive; never for waiting. */
  readonly now: Date
  /** A name for a part that stays the same on every try: 26 characters, derived from the publication. */
  key(part: number): string
  /** Reads a file in the form that this network accepts: converted once, then the same bytes on every try. */
  media(item: OutgoingMedia, rule?: MediaRule): Promise<Sendable>
  /** Returns an address from which the network can fetch the same bytes for at least an hour, without a credential. */
  link(item: OutgoingMedia, rule?: MediaRule): Promise<string>
  /**
   * Converts a still picture from elsewhere so that it follows a rule. Throws `MediaUnfit` for bytes that are not a
   * picture, or cannot follow it.
   */
  fit(bytes: Uint8Array, rule: MediaRule): Promise<Sendable>
  /** Saves a checkpoint within a step. Throws when the publication was fenced off or cancelled. */
  keep(memo: JsonObject): Promise<void>
}
