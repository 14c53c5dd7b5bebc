import type { Outgoing } from '#connectors/connector.ts'
import { isFarTooLong, type Limits } from '#rules/limits.ts'

/**
 * True for text that is so long that a rule refuses it whatever it contains. Its links are not searched, and it is not
 * planned.
 */
export const isUnreadable = (text: string, limits: Limits): boolean =>
  limits.text.some((rule) => isFarTooLong(text, rule))

/** Returns the limits with the comment's limits in place of the text's. */
export const commentLimits = (limits: Limits): Limits => ({
  ...limits,
  text: limits.textOfComment ?? limits.text,
})

/** Returns the post without texts that are far too long, and without parts beyond the longest thread. */
export function withoutUnreadable(post: Outgoing, limits: Limits): Outgoing {
  const mostParts = limits.thread?.maxParts ?? 1
  const comment = commentLimits(limits)
  const beside = { ...limits, text: limits.textWithVideo ?? limits.text }
  return {
    ...post,
    parts: post.parts
      .slice(0, mostParts)
      .map((part) =>
        isUnreadable(part.text, limits) && isUnreadable(part.text, beside) ? { ...part, text: '' } : part,
      ),
    firstComment: post.firstComment !== null && isUnreadable(post.firstComment, comment) ? '' : post.firstComment,
  }
}
