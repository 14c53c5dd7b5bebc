import { type Document, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { faultsOf } from '#rules/faults/faults-of.ts'

/** A fault in a file, at its line. */
export interface FileFault {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** Yaml that was read: its value, and the lines of its parts. */
export interface ReadYaml<Value> {
  readonly value: Value
  /** Returns the line of a part of the value, by its path. */
  lineOf(path: readonly PropertyKey[]): number
}

type Outcome<Value> = { readonly read: ReadYaml<Value> } | { readonly faults: readonly FileFault[] }

/** Reads YAML that must have a shape. Each fault names its line. `firstLine` is the line at which the text begins. */
export function readYaml<Value>(
  { file, text, firstLine }: { readonly file: string; readonly text: string; readonly firstLine: number },
  schema: z.ZodType<Value>,
): Outcome<Value> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1
  if (document.errors.length > 0)
    return { faults: document.errors.map(({ message, pos }) => ({ file, line: lineAt(pos[0]), message })) }
  const lineOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(path.slice(0, length), true)
      const { range } = Object(node) as { readonly range?: readonly number[] }
      if (range) return lineAt(range[0] ?? 0)
    }
    return firstLine
  }
  const plain = toPlain(document)
  if ('message' in plain) return { faults: [{ file, line: firstLine, message: plain.message }] }
  const checked = schema.safeParse(plain.value ?? {}, { reportInput: true })
  if (checked.success) return { read: { value: checked.data, lineOf } }
  return {
    faults: checked.error.issues
      .flatMap((issue) => faultsOf(issue))
      .map(({ path, message }) => {
        const steps = path.split('/').slice(1)
        return { file, line: lineOf(steps), message: steps.length > 0 ? `${steps.join('.')}: ${message}` : message }
      }),
  }
}

/** Aliases repeat parts of a file. A few lines of them can grow to more than any memory holds. */
function toPlain(document: Document): { readonly value: unknown } | { readonly message: string } {
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { message: `cannot be read as YAML: ${reason}. Write the values out in place of aliases.` }
  }
}
