/** A run of characters that is in both texts, or in one of them only. */
export interface Run {
  readonly is: 'same' | 'missing' | 'added'
  readonly text: string
}

/** Above this many pairs of characters the part that differs is shown as a whole: it would take long to compare. */
const pairsMost = 4_000_000

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const charactersOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

/** Compares what was sent with what came back, by characters as readers see them. */
export function diffCharacters(sent: string, back: string): readonly Run[] {
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

/** Finds the longest common sequence of characters, and returns it with what is between. */
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
