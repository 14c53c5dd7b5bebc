/** One consent of a member. The same token is good for every organization in whose name they may post. */
export type Grant = {
  readonly accessToken: string
  /** Null: the app is none of those that LinkedIn renews for. */
  readonly refreshToken: string | null
  /** The member, by the name that this app knows them by. */
  readonly member: string
  readonly scopes: readonly string[]
}

/** Whether a post goes out as an organization, by the name of the account. */
export const isOrganization = (urn: string): boolean => urn.startsWith('urn:li:organization:')
