import type { Terminal } from '../command.ts'
import { withoutControls } from './clean.ts'
import { type Column, layOut } from './table.ts'

/** The result of a command, for people or, with `--json`, for programs. */
export interface Output {
  readonly isJson: boolean
  /** Prints a result: the value as one JSON document, or lines for people. */
  show(value: unknown, lines: () => string | readonly string[]): void
  /** Prints a list: as one JSON document, or as a table. */
  table<Item>(items: readonly Item[], columns: readonly Column<Item>[], whenEmpty: string): void
  /** Prints an item of a stream: a line of JSON, or a line for people. */
  piece(value: unknown, line: string): void
}

export function createOutput({ say, columns, hasColour }: Terminal, isJson: boolean): Output {
  const print = (lines: string | readonly string[]) => {
    for (const line of [lines].flat().flatMap((text) => text.split('\n'))) say(withoutControls(line))
  }
  const document = (value: unknown) => say(JSON.stringify(value, null, 2))
  return {
    isJson,
    show: (value, lines) => (isJson ? document(value) : print(lines())),
    table(items, shape, whenEmpty) {
      if (isJson) return document(items)
      if (items.length === 0) return print(whenEmpty)
      for (const line of layOut(items, shape, { columns, hasColour })) say(line)
    },
    piece: (value, line) => (isJson ? say(JSON.stringify(value)) : print(line)),
  }
}
