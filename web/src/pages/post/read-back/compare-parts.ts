import type { Result } from '@posthorn/sdk'
import type { Walk } from '../walk/walk.ts'

type SeenPart = Result<'readPostBack'>['parts'][number]
type SentPart = Walk['sent']['parts'][number]
type SentFile = SentPart['media'][number]
type SeenFile = NonNullable<SeenPart['media']>[number]

/** A file by position: as sent, and as returned. */
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
  /** Null if the network does not list the files. */
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
  // If the network returns only part of a text, only that much is compared.
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

/** A run of characters that is in both texts or only in one of them. */
export interface Run {
  readonly is: 'same' | 'missing' | 'added'
  readonly text: string
}

/**
 * Above this number of character pairs, the differing part is shown as a whole, because comparing it would take too
 * long.
 */
const pairsMost = 4_000_000

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const charactersOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

/** Compares what was sent with what was returned, by grapheme. */
function diffCharacters(sent: string, back: string): readonly Run[] {
  if (sent === back) return sent === '' ? [] : [{ is: 'same', text: sent }]
  const [from, to] = [charactersOf(sent), charactersOf(back)]
  let start = 0
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1
  let end = 0
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end += 1
  const [gone, come] = [from.slice(start, from.length - end), to.slice(start, to.length - end)]
  return joined([
    ...from.slice(0, start).map((text): Run => ({ is: 'same', text })),
    ...(gone.length * come.length > pairsMost ? replaced(gone, come) : compare(gone, come)),
    ...from.slice(from.length - end).map((text): Run => ({ is: 'same', text })),
  ])
}

const replaced = (gone: readonly string[], come: readonly string[]): Run[] => [
  { is: 'missing', text: gone.join('') },
  { is: 'added', text: come.join('') },
]

/** Finds the longest common subsequence, and returns it with the text in between. */
function compare(from: readonly string[], to: readonly string[]): Run[] {
  const width = to.length + 1
  const common = new Uint16Array((from.length + 1) * width)
  const at = (row: number, column: number): number => common[row * width + column] ?? 0
  for (let row = from.length - 1; row >= 0; row -= 1)
    for (let column = to.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        from[row] === to[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const runs: Run[] = []
  let [row, column] = [0, 0]
  while (row < from.length || column < to.length) {
    const [gone, come] = [from[row], to[column]]
    if (gone !== undefined && gone === come) {
      runs.push({ is: 'same', text: gone })
      row += 1
      column += 1
    } else if (come === undefined || (gone !== undefined && at(row + 1, column) >= at(row, column + 1))) {
      runs.push({ is: 'missing', text: gone ?? '' })
      row += 1
    } else {
      runs.push({ is: 'added', text: come })
      column += 1
    }
  }
  return runs
}

function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = []
  for (const run of runs) {
    const last = all.at(-1)
    if (run.text === '') continue
    if (last?.is === run.is) all[all.length - 1] = { is: run.is, text: last.text + run.text }
    else all.push(run)
  }
  return all
}
