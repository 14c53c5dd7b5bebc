/** One member's grant. The same token works for every organization that they may post for. */
export type Grant = {
  readonly accessToken: string
  /** Null if LinkedIn does not renew tokens for this app. */
  readonly refreshToken: string | null
  /** The member's ID, which is different for each app. */
  readonly member: string
  readonly scopes: readonly string[]
}

/** True if the account's ID is that of an organization. */
export const isOrganization = (urn: string): boolean => urn.startsWith('urn:li:organization:')
