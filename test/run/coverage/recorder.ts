import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Functions of one source file, as offsets into its text. */
export interface FunctionsOf {
  readonly called: readonly (readonly [start: number, end: number])[]
  readonly idle: readonly (readonly [start: number, end: number])[]
}

/**
 * Starts counting calls in this process. The returned function stores which functions of the project have been called
 * since its previous call, under the given name.
 */
export function startRecording(root: string, folder: string): (name: string) => void {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  // Counting whole functions costs little; counting blocks within them would slow down every test.
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const prefix = pathToFileURL(`${root}/`).href
  return (name) =>
    session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error
      const files: Record<string, FunctionsOf> = {}
      for (const { url, functions } of taken.result) {
        const path = url.startsWith(prefix) ? decodeURI(url.slice(prefix.length)) : null
        if (path === null || path.includes('node_modules/')) continue
        // The file itself counts as a function that is called when it is loaded.
        const ranges = functions.flatMap(({ functionName, ranges: [range] }) =>
          range && (functionName !== '' || range.startOffset > 0) ? [range] : [],
        )
        const called = ranges.filter(({ count }) => count > 0).map(offsetsOf)
        if (called.length > 0) files[path] = { called, idle: ranges.filter(({ count }) => count === 0).map(offsetsOf) }
      }
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(files))
    })
}

const offsetsOf = ({ startOffset, endOffset }: { readonly startOffset: number; readonly endOffset: number }) =>
  [startOffset, endOffset] as const
