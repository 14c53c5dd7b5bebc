import { personIds } from '../../core/people/people.ts'

/** The IDs of people and their pages, the same on each of Meta's networks as far as one app sees them. */
export const userIds = personIds(122_100_000_000_000n)
/** The IDs of people's first pages. The IDs of additional pages follow each of them. */
export const pageIds = personIds(105_000_000_000_000n, 10n)
/** The professional accounts at Instagram. Each person has one, which is linked to their first page. */
export const professionalIds = personIds(17_841_400_000_000_000n)

/** Returns a username at Instagram and Threads, where they have no hyphens. */
export const usernameOf = ({ name }: { readonly name: string }): string => name.replace('-', '.')
