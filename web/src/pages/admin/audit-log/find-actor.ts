import type { Result } from '@posthorn/sdk'

/** The text names nobody, or several people. */
export class WhoIsUnclear extends Error {
  readonly why: 'nobody' | 'several'
  constructor(why: 'nobody' | 'several') {
    super(`The text names ${why}.`)
    this.why = why
  }
}

/** Finds the one user who is meant by an id, an email address, or a name. */
export async function findActor(
  text: string,
  search: (q: string) => Promise<Pick<Result<'searchUsers'>, 'users'>>,
): Promise<string> {
  if (text.startsWith('usr_')) return text
  const { users } = await search(text)
  const exact = users.find(({ email }) => email === text.toLowerCase())
  const found = exact ?? (users.length === 1 ? users[0] : undefined)
  if (!found) throw new WhoIsUnclear(users.length === 0 ? 'nobody' : 'several')
  return found.uid
}
