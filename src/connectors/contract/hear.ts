import type { OwnApp } from './http.ts'

/** The network's calls to us (webhooks). All functions are pure. */
export interface Hear {
  /**
   * Answers the network's check that the URL is ours. Returns null if it is a different request or the token is wrong.
   */
  challenge?(
    query: Readonly<Record<string, string>>,
    app: OwnApp,
  ): { readonly contentType: string; readonly body: string } | null
  /**
   * True if the network signed exactly these bytes and, if it states the time, recently. Compares in constant time.
   */
  isSigned(headers: Readonly<Record<string, string>>, raw: Buffer, app: OwnApp, now: Date): boolean
  /** Returns the useful parts of a webhook. Never throws for an unreadable body. */
  read(raw: Buffer): readonly NetworkNotice[]
}

export type NetworkNotice =
  /** The person revoked access, at a time that some webhooks state. A late webhook does not revoke a newer grant. */
  | { readonly is: 'revoked'; readonly principal: string; readonly at: Date | null }
  /** The state of the object that a step reported under this `handle` has changed: poll now. */
  | { readonly is: 'news'; readonly handle: string }
