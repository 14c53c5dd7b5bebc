import { CallFailed, type Outgoing } from '#connectors/connector.ts'

/**
 * One consent of a person. The token of each page outlives theirs: it has no end of its own, while theirs ends after 60
 * days and is needed only to look which pages there are.
 */
export type Grant = {
  /** As this app knows the person. */
  readonly userId: string
  readonly userToken: string
  readonly pages: { readonly [pageId: string]: { readonly token: string } }
}

/** Throws what asks the person to sign in again, this time with that page. */
export function tokenOf({ pages }: Grant, pageId: string): string {
  const page = Object.hasOwn(pages, pageId) ? pages[pageId] : undefined
  if (page) return page.token
  const body = JSON.stringify({ error: { message: 'The page is not part of what was granted.', code: notGranted } })
  throw new CallFailed({ sent: 'no', status: null, headers: {}, body, code: notGranted })
}

/** Ours, not the network's. */
export const notGranted = 'page_not_granted'

export const pageTokenOf = (grant: Grant, { account }: Outgoing): string => tokenOf(grant, account.remoteId)
