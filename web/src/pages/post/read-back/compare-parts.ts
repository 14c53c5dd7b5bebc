import type { Result } from '@posthorn/sdk'
import type { Walk } from '../walk/walk.ts'
import { diffCharacters, type Run } from './diff-characters.ts'

type SeenPart = Result<'readPostBack'>['parts'][number]
type SentPart = Walk['sent']['parts'][number]
type SentFile = SentPart['media'][number]
type SeenFile = NonNullable<SeenPart['media']>[number]

/** A file at its place in the order: what was sent there, and what came back. */
interface ComparedFile {
  readonly sent: SentFile | null
  readonly back: SeenFile | null
  readonly isSame: boolean
  readonly isAltSame: boolean
}

/** A part of a post next to what its network returned. */
interface ComparedPart {
  readonly part: number
  readonly state: SeenPart['state']
  readonly title: readonly Run[] | null
  readonly text: readonly Run[]
  readonly isCut: boolean
  /** Null: the network does not list the files. */
  readonly files: readonly ComparedFile[] | null
  readonly isSame: boolean
}

export const compareParts = (sent: Walk['sent'], parts: readonly SeenPart[]): readonly ComparedPart[] =>
  parts.flatMap((seen) => {
    const one = sent.parts[seen.part]
    return one ? [comparePart(one, seen, seen.part === 0 ? (sent.title ?? '') : '')] : []
  })

function comparePart(sent: SentPart, seen: SeenPart, sentTitle: string): ComparedPart {
  const { part, state, isCut } = seen
  const back = seen.text ?? ''
  // A text that the network returns in part is compared as far as it goes.
  const wanted = isCut ? sent.text.slice(0, back.length) : sent.text
  const text = diffCharacters(wanted.trim(), back.trim())
  const title = seen.title === null ? null : diffCharacters(sentTitle, seen.title)
  const files = seen.media && compareFiles(sent.media, seen.media, seen.tellsAltTexts)
  const isSame =
    state === 'there' &&
    [...text, ...(title ?? [])].every((run) => run.is === 'same') &&
    (files ?? []).every((file) => file.isSame && file.isAltSame)
  return { part, state, title, text, isCut, files, isSame }
}

const compareFiles = (sent: readonly SentFile[], seen: readonly SeenFile[], tellsAltTexts: boolean): ComparedFile[] =>
  Array.from({ length: Math.max(sent.length, seen.length) }, (_, nth) => {
    const [one, back] = [sent[nth] ?? null, seen[nth] ?? null]
    return {
      sent: one,
      back,
      isSame: one !== null && back !== null && (back.kind === null || back.kind === one.kind),
      isAltSame: !tellsAltTexts || (one?.altText ?? '') === (back?.altText ?? ''),
    }
  })
