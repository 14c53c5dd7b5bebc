import { ownFailure } from '#connectors/api/json-api.ts'
import type { Outgoing } from '#connectors/connector.ts'

/**
 * One person's grant. The page tokens do not expire. The person's own token expires after 60 days and is needed only to
 * list the pages.
 */
export type Grant = {
  /** The person's app-scoped ID. */
  readonly userId: string
  readonly userToken: string
  readonly pages: { readonly [pageId: string]: { readonly token: string } }
}

/**
 * Returns the token of a page. Without one, throws a failure that makes the user sign in again and include that page.
 */
export function tokenOf({ pages }: Grant, pageId: string): string {
  const page = Object.hasOwn(pages, pageId) ? pages[pageId] : undefined
  if (page) return page.token
  throw ownFailure(notGranted)
}

/** One of this connector's own failure codes, not the network's. */
export const notGranted = 'page_not_granted'

export const pageTokenOf = (grant: Grant, { account }: Outgoing): string => tokenOf(grant, account.remoteId)
