import { Damaged, type Edit } from '../contract.ts'

/** More edits than this cannot come from the metadata of an image or a video, and would fill the memory. */
const maxEdits = 200_000
const maxBlankBytes = 64 * 1_048_576

export interface EditList {
  /** Removes [start, end). */
  cut(start: number, end: number): void
  replace(start: number, end: number, bytes: Buffer): void
  /** Fills [start, end) with zeros; every offset in the file stays valid. */
  blank(start: number, end: number): void
  /** Returns by how many bytes the file grows; negative if it shrinks. */
  growth(): number
  /** Returns the edits in order, with adjacent cuts joined. */
  list(): readonly Edit[]
}

export function createEditList(): EditList {
  const edits: Edit[] = []
  let growth = 0
  let blankBytes = 0

  function add(edit: Edit): void {
    if (edit.start === edit.end && edit.bytes.length === 0) return
    growth += edit.bytes.length - (edit.end - edit.start)
    if (edits.push(edit) > maxEdits) throw new Damaged(`The file has more than ${maxEdits} pieces of metadata.`)
  }

  return {
    cut: (start, end) => add({ start, end, bytes: Buffer.alloc(0) }),
    replace: (start, end, bytes) => add({ start, end, bytes }),
    blank(start, end) {
      blankBytes += end - start
      if (blankBytes > maxBlankBytes) {
        throw new Damaged(`The file has more than ${maxBlankBytes / 1_048_576} MiB of metadata.`)
      }
      add({ start, end, bytes: Buffer.alloc(end - start) })
    },
    growth: () => growth,
    list() {
      const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
      const joined: Edit[] = []
      for (const edit of sorted) {
        const last = joined.at(-1)
        const touches = last?.end === edit.start && last.bytes.length === 0 && edit.bytes.length === 0
        if (last && touches) joined[joined.length - 1] = { ...last, end: edit.end }
        else joined.push(edit)
      }
      return joined
    },
  }
}
