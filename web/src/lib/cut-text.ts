/** Cuts a text at the end of a word, and marks the cut with an ellipsis. */
export function cutText(text: string, maxLength = 80): string {
  if (text.length <= maxLength) return text
  const start = text.slice(0, maxLength)
  const words = start.slice(0, start.lastIndexOf(' '))
  return `${(words.length > maxLength / 2 ? words : start).replace(/[\s,;:.–\uD800-\uDBFF-]+$/, '')}…`
}
