interface UsersSearch {
  readonly q?: string
  readonly page?: number
  /** The user whose details are open. */
  readonly user?: string
}

export const readUsersSearch = ({ q, page, user }: Record<string, unknown>): UsersSearch => ({
  ...(typeof q === 'string' && q !== '' ? { q } : {}),
  ...(typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}),
  ...(typeof user === 'string' ? { user } : {}),
})
