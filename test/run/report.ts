import type { EventData } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** Messages from a test process to the runner, as things happen. */
export type Told =
  | { readonly kind: 'began'; readonly name: string }
  | { readonly kind: 'passed' | 'skipped'; readonly name: string; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly name: string; readonly durationMs: number; readonly details: string }
  /** End of the run: everything that started has ended and was reported. */
  | { readonly kind: 'done' }

/** A reporter for Node's runner. It prints nothing: it sends each event to the parent process. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const report = toldOf(event)
    if (report) tell(report)
  }
  tell({ kind: 'done' })
  yield ''
}

export function tell(report: Told): void {
  process.send?.(report)
}

function toldOf({ type, data }: TestEvent): Told | null {
  if (type === 'test:dequeue') return { kind: 'began', name: data.name }
  if (type === 'test:pass') {
    const kind = data.skip || data.todo ? 'skipped' : 'passed'
    return isContainer(data) ? null : { kind, name: data.name, durationMs: data.details.duration_ms }
  }
  if (type !== 'test:fail' || failsByOthers(data)) return null
  return { kind: 'failed', name: data.name, durationMs: data.details.duration_ms, details: detailsOf(data) }
}

/** True for the test that loads a file (`group.ts`), which is named after it. */
export const isFile = (name: string): boolean => name.endsWith('.test.ts')

/** True for the test that loads a file and for a suite, which are not tests themselves. */
const isContainer = ({ name, details }: EventData.TestPass | EventData.TestFail): boolean =>
  details.type === 'suite' || isFile(name)

/** True if a test fails only because a test inside it has failed, which was reported. */
const failsByOthers = ({ details: { error } }: EventData.TestFail): boolean =>
  'failureType' in error && error.failureType === 'subtestsFailed'

function detailsOf({ details: { error }, file, line }: EventData.TestFail): string {
  const place = file === undefined ? '' : `at ${file}${line === undefined ? '' : `:${line}`}\n`
  return place + inspect(error.cause ?? error, { depth: 6 })
}
