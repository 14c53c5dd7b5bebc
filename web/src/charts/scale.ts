/** A value axis that ends at a round number and has few grid lines. */
interface Scale {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

const roundSteps = [1, 2, 2.5, 5, 10]

interface ScaleOptions {
  /** If true, the axis includes zero, so that heights can be compared. */
  readonly isFromZero?: boolean
  readonly lines?: number
}

/** Finds an axis for values with about `lines` steps. Counts have no half steps. */
export function findScale(values: readonly number[], { isFromZero = true, lines = 4 }: ScaleOptions = {}): Scale {
  const always = isFromZero || values.length === 0 ? [0] : []
  const low = Math.min(...always, ...values)
  const high = Math.max(...always, ...values)
  const rough = Math.max(high - low, 1) / lines
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = roundSteps.find((one) => one * power >= rough) ?? 10
  const step = Math.max(1, factor * power)
  const from = Math.floor(low / step)
  const to = Math.max(from + 1, Math.ceil(high / step))
  const ticks = Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step)
  return { min: from * step, max: to * step, ticks }
}

/**
 * Picks at most `most` positions, evenly spaced, starting with the first. If neighbors have the same label, the first
 * is picked.
 */
export function pickEvenly(labels: readonly string[], most: number): readonly number[] {
  const every = Math.max(1, Math.ceil(labels.length / Math.max(1, most)))
  const picked: number[] = []
  for (const at of labels.keys()) {
    const last = picked.at(-1)
    if (last === undefined || (at - last >= every && labels[at] !== labels[at - 1])) picked.push(at)
  }
  return picked
}
