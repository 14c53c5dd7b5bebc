/** An event as the stream sends it. */
export interface StreamEvent {
  readonly id: string
  readonly type: string
  readonly createdAt: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Parses an event. Returns null if the text is not an event. */
export function readEvent(text: string): StreamEvent | null {
  try {
    const { id, type, createdAt, data } = Object(JSON.parse(text))
    const isWhole = [id, type, createdAt].every((each) => typeof each === 'string' && each !== '')
    return isWhole && typeof data === 'object' && data !== null ? { id, type, createdAt, data } : null
  } catch {
    return null
  }
}

/** Formats an event as one line for the terminal: its time, its type and its subject. */
export function lineOf({ type, createdAt, data }: StreamEvent): string {
  const { postId, accountId, network, handle, message, published, failed, total } = data
  const counts =
    typeof total === 'number' ? `${published} of ${total} published${failed ? `, ${failed} failed` : ''}` : null
  const about = [postId ?? accountId, network, handle, counts, message].filter((word) => typeof word === 'string')
  return cleaned([createdAt, type.padEnd(24), ...about].join('  '))
}

/**
 * Replaces characters that a terminal would interpret as a control sequence or that would change the direction of the
 * line.
 */
export const cleaned = (text: string): string =>
  text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ').slice(0, 300)
