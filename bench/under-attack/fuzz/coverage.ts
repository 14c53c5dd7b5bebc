import { Session } from 'node:inspector/promises'

/** Counts which parts of files have run, as V8 sees them. */
interface Coverage extends AsyncDisposable {
  /** Returns the share of the text of files that has run at least once; 1 is all of it. */
  shareOf(files: RegExp): Promise<number>
}

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

export async function watchCoverage(): Promise<Coverage> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    async shareOf(files) {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      let whole = 0
      let run = 0
      for (const { url, functions } of result.filter((script) => files.test(script.url))) {
        const size = Math.max(...functions.flatMap(({ ranges }) => ranges.map(({ endOffset }) => endOffset)))
        const seen = new Uint8Array(size)
        // Inner ranges come after the ranges around them, and are more exact.
        const ranges: readonly Range[] = functions.flatMap((one) => one.ranges)
        for (const { startOffset, endOffset, count } of [...ranges].sort(fromOutside))
          seen.fill(count > 0 ? 1 : 0, startOffset, endOffset)
        whole += size
        run += seen.reduce((sum, one) => sum + one, 0)
        if (size === 0) throw new Error(`${url} is empty.`)
      }
      if (whole === 0) throw new Error(`No file that ran matches ${files}.`)
      return run / whole
    },
    async [Symbol.asyncDispose]() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

const fromOutside = (a: Range, b: Range): number =>
  a.startOffset - b.startOffset || b.endOffset - b.startOffset - (a.endOffset - a.startOffset)
