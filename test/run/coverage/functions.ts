import { diff } from 'node:util'
import type { RecordedFunction } from './record.ts'

/** The parts of a recorded file that another version changes. */
interface Touched {
  readonly functions: readonly RecordedFunction[]
  /** True if lines outside of all functions differ: constants, tables, types. */
  readonly isOutside: boolean
}

/** Comparing longer files would take too long, so all of such a file counts as changed. */
const mostLines = 2_000
const saysNothing = /^\s*(?:$|\/\/|\/?\*|import\b|\} from ')/
const beginsFunction = /^(?:export\s+)?(?:default\s+)?(?:async\s+)?function\b/
const declares = /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:const|let|function)\b/

/** Finds the functions of a recorded text in which another version differs. */
export function findTouched(text: string, functions: readonly RecordedFunction[], other: string): Touched {
  if (text === other) return { functions: [], isOutside: false }
  const [lines, others] = [text.split('\n'), other.split('\n')]
  if (Math.max(lines.length, others.length) > mostLines) return { functions, isOutside: true }
  const starts = [0]
  for (const [nth, line] of lines.entries()) starts.push((starts[nth] ?? 0) + line.length + 1)
  const touched = new Set<RecordedFunction>()
  let isOutside = false
  let at = 0
  for (const [kind, line] of diff(lines, others)) {
    const isInserted = kind === -1
    if (kind !== 0 && !saysNothing.test(line)) {
      const start = starts[at] ?? text.length
      const from = isInserted ? start : start + line.search(/\S/)
      const until = isInserted ? start : start + line.length
      const begun = isInserted ? [] : functions.filter(([begin]) => begin > from && begin < until)
      for (const each of begun) touched.add(each)
      const around = innermost(functions, from)
      if (around) touched.add(around)
      else if (/^\s/.test(line) ? !isInIdleFunction(lines, at) : begun.length === 0 || !declares.test(line))
        isOutside = true
    }
    if (!isInserted) at += 1
  }
  return { functions: [...touched], isOutside }
}

/**
 * True for an indented line of a declared function: if no recorded function contains it, no test called that function.
 */
function isInIdleFunction(lines: readonly string[], at: number): boolean {
  const top = lines.slice(0, at + 1).findLast((line) => /^[^\s})\]]/.test(line))
  return top !== undefined && beginsFunction.test(top)
}

const innermost = (functions: readonly RecordedFunction[], offset: number): RecordedFunction | null =>
  functions
    .filter(([start, end]) => start <= offset && offset < end)
    .reduce<RecordedFunction | null>((best, each) => (best && best[0] >= each[0] ? best : each), null)
