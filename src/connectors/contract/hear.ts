import type { OwnApp } from './http.ts'

/** The network's own calls to us (webhooks). All functions are pure. */
export interface Hear {
  /**
   * Answers the network's question whether the address is ours. Null: the request is another one, or the token is
   * wrong.
   */
  challenge?(
    query: Readonly<Record<string, string>>,
    app: OwnApp,
  ): { readonly contentType: string; readonly body: string } | null
  /**
   * True when the network signed exactly these bytes, and recently where it states the time. Compares in constant time.
   */
  isSigned(headers: Readonly<Record<string, string>>, raw: Buffer, app: OwnApp, now: Date): boolean
  /** Returns the useful parts of a webhook. Never throws on a body that it cannot read. */
  read(raw: Buffer): readonly Heard[]
}

export type Heard =
  /** The person has revoked the consent, at a time that some webhooks state. One that comes late ends no later consent. */
  | { readonly is: 'revoked'; readonly principal: string; readonly at: Date | null }
  /** The state of an object that a step reported as this `handle` has changed: ask now. */
  | { readonly is: 'news'; readonly handle: string }
