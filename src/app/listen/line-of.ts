/** An event as it stands in the stream. */
export interface HeardEvent {
  readonly id: string
  readonly type: string
  readonly createdAt: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Null: it is not of that shape. */
export function readEvent(text: string): HeardEvent | null {
  try {
    const { id, type, createdAt, data } = Object(JSON.parse(text))
    const isWhole = [id, type, createdAt].every((each) => typeof each === 'string' && each !== '')
    return isWhole && typeof data === 'object' && data !== null ? { id, type, createdAt, data } : null
  } catch {
    return null
  }
}

/** One line for people: when, what, and what it is about. */
export function lineOf({ type, createdAt, data }: HeardEvent): string {
  const { postId, accountId, network, handle, message, published, failed, total } = data
  const counts =
    typeof total === 'number' ? `${published} of ${total} published${failed ? `, ${failed} failed` : ''}` : null
  const about = [postId ?? accountId, network, handle, counts, message].filter((word) => typeof word === 'string')
  return cleaned([createdAt, type.padEnd(24), ...about].join('  '))
}

/** Words of others may hold what a terminal takes for an order, or what turns a line around. */
export const cleaned = (text: string): string =>
  text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ').slice(0, 300)
