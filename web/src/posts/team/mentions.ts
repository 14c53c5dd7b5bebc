interface Mentionable {
  readonly uid: string
  readonly name: string
}

/** A part of a text: plain words, or the name of someone who is mentioned, with its @. */
interface Piece {
  readonly text: string
  readonly isMention: boolean
}

/**
 * Splits a text at the names of these people. Of names that begin the same way, the longest counts, and a name ends
 * where its word ends.
 */
export function splitMentions(text: string, people: readonly Mentionable[]): readonly Piece[] {
  const names = [...new Set(people.map(({ name }) => name))].filter(Boolean).sort((a, b) => b.length - a.length)
  if (names.length === 0) return [{ text, isMention: false }]
  const pattern = new RegExp(`(@(?:${names.map(escapeName).join('|')})(?![\\p{L}\\p{N}_]))`, 'gu')
  return text
    .split(pattern)
    .map((piece, nth) => ({ text: piece, isMention: nth % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

const escapeName = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns who is mentioned. Of people with the same name, those who were chosen from the list, if any were. */
export function findMentioned(
  text: string,
  people: readonly Mentionable[],
  chosen: ReadonlySet<string>,
): readonly string[] {
  const named = new Set(splitMentions(text, people).flatMap((piece) => (piece.isMention ? [piece.text.slice(1)] : [])))
  return [...named].flatMap((name) => {
    const same = people.filter((one) => one.name === name)
    const picked = same.filter(({ uid }) => chosen.has(uid))
    return (picked.length > 0 ? picked : same).map(({ uid }) => uid)
  })
}
