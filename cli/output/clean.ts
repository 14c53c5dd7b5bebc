/**
 * Replaces characters that a terminal would interpret as a control sequence, or that would change the text direction.
 * Texts of posts, handles and errors are untrusted.
 */
export const withoutControls = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ')

/** Puts text on one line, without control characters. */
export const clean = (text: string): string => withoutControls(text).trim()

const segmenter = new Intl.Segmenter()
const wide =
  /\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u

/** Counts the terminal columns that a text occupies. */
export function countColumns(text: string): number {
  let columns = 0
  for (const { segment } of segmenter.segment(text)) columns += wide.test(segment) ? 2 : 1
  return columns
}

/** Truncates a text to this many columns, including an ellipsis. */
export function cut(text: string, columns: number): string {
  if (countColumns(text) <= columns) return text
  let kept = ''
  let used = 0
  for (const { segment } of segmenter.segment(text)) {
    used += countColumns(segment)
    if (used > columns - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
