import { ownFailure } from '#connectors/api/json-api.ts'
import type { Outgoing } from '#connectors/connector.ts'

/**
 * One consent of a person. The page tokens outlive the person's token: they do not expire, while that one ends after 60
 * days and is needed only to list the pages.
 */
export type Grant = {
  /** The person's app-scoped id. */
  readonly userId: string
  readonly userToken: string
  readonly pages: { readonly [pageId: string]: { readonly token: string } }
}

/** Returns the token of a page. Throws a failure that makes the person sign in again, this time with that page. */
export function tokenOf({ pages }: Grant, pageId: string): string {
  const page = Object.hasOwn(pages, pageId) ? pages[pageId] : undefined
  if (page) return page.token
  throw ownFailure(notGranted)
}

/** A failure code of this connector, not of the network. */
export const notGranted = 'page_not_granted'

export const pageTokenOf = (grant: Grant, { account }: Outgoing): string => tokenOf(grant, account.remoteId)
