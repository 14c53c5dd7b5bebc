import { displayNameOf } from '../../../core/people/accounts.ts'
import type { Comment } from '../state/records.ts'

export const authorOf = ({ author, post: { page } }: Comment): { readonly id: string; readonly name: string } =>
  author === null ? { id: page.id, name: page.displayName } : { id: author.id, name: displayNameOf(author.name) }

/** True for a comment that an app may see: one by the page, or by others if the person who granted access allows it. */
export function isReturned({ author, post: { page } }: Comment): boolean {
  if (author === null) return true
  return page.owner.consent?.granted.has('pages_read_user_content') === true && !page.banned.has(author)
}
