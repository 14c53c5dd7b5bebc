import { type Document, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { faultsOf } from '#rules/faults/faults-of.ts'

/** An error in a file, with its line. */
export interface FileFault {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** Parsed YAML: its value, and the lines of its parts. */
export interface ReadYaml<Value> {
  readonly value: Value
  /** Returns the line of a part of the value, by its path. */
  lineOf(path: readonly PropertyKey[]): number
}

type Outcome<Value> = { readonly read: ReadYaml<Value> } | { readonly faults: readonly FileFault[] }

/** Reads YAML and checks its shape. Each error has its line. `firstLine` is the line where the text begins. */
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

/** Converts the document to plain values. Rejects aliases that would expand beyond a limit and exhaust memory. */
function toPlain(document: Document): { readonly value: unknown } | { readonly message: string } {
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { message: `can’t be read as YAML: ${reason}. Write out the values instead of using aliases.` }
  }
}
