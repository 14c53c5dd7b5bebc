/** One consent of a member. The same token works for every organization that they may post for. */
export type Grant = {
  readonly accessToken: string
  /** Null: LinkedIn does not renew tokens for this app. */
  readonly refreshToken: string | null
  /** The member's id, which differs between apps. */
  readonly member: string
  readonly scopes: readonly string[]
}

/** True when the account, by its id, is an organization. */
export const isOrganization = (urn: string): boolean => urn.startsWith('urn:li:organization:')
