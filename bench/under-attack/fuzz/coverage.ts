import { Session } from 'node:inspector/promises'

/** Counts which parts of files have run, as V8 sees them. */
interface Coverage extends AsyncDisposable {
  /** Returns the share of the text of the functions in these files that has run at least once; 1 is all of it. */
  shareOf(files: RegExp): Promise<number>
}

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

const [outside, idle, ran] = [0, 1, 2]

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
        // Text outside of functions ran once, before anything was counted.
        const ranges: readonly Range[] = functions.slice(1).flatMap((one) => one.ranges)
        const state = new Uint8Array(Math.max(0, ...ranges.map(({ endOffset }) => endOffset)))
        // Inner ranges come after the ranges around them, and are more exact.
        for (const { startOffset, endOffset, count } of [...ranges].sort(fromOutside))
          state.fill(count > 0 ? ran : idle, startOffset, endOffset)
        whole += state.filter((each) => each !== outside).length
        run += state.filter((each) => each === ran).length
        if (state.length === 0) throw new Error(`${url} has no functions.`)
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
