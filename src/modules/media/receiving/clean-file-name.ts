import { compose } from '#rules/count/compose.ts'
import { fileNameLengthMax } from '../limits.ts'
import { extensionFor, type MediaType, readExtension } from './families.ts'

// Control characters, and characters that change the writing direction and make a name read differently.
const unreadable = /[\p{Cc}\p{Co}\p{Cn}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u2028\u2029]/gu

/**
 * Returns a name for display. It is never used as a path. Everything up to the last slash is dropped. A name without an
 * extension gets the extension of its detected type.
 */
export function cleanFileName(given: string | null, type: MediaType): string {
  const last =
    compose((given ?? '').toWellFormed())
      .split(/[/\\]/)
      .at(-1) ?? ''
  const clean = last.replace(unreadable, '').replace(/\s+/g, ' ').trim().replace(/^\.+/, '')
  const extension = readExtension(clean)
  const stem = extension === null ? clean.replace(/(?<!\.)\.+$/, '') : clean.slice(0, -extension.length - 1)
  const end = `.${extension ?? extensionFor(type)}`
  return `${cut(stem.trim() || 'file', fileNameLengthMax - end.length)}${end}`
}

/** Cuts a text without splitting a character. */
function cut(text: string, most: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > most) break
    kept += character
  }
  return kept
}
