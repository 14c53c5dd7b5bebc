/** Returns the median, or 0 for an empty list. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
}

/** Scales a median deviation to be comparable to a standard deviation of normally distributed values. */
const ofMedianDeviation = 1.4826
const ofMeanDeviation = 1.2533

/**
 * Returns how far a value is from the median, in robust standard deviations. If at least half of the values are equal,
 * the median deviation is 0, and the mean deviation is used instead.
 */
export function createRobustScore(values: readonly number[]): (value: number) => number {
  const median = medianOf(values)
  const deviations = values.map((value) => Math.abs(value - median))
  const mean = deviations.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length)
  const unit = medianOf(deviations) * ofMedianDeviation || mean * ofMeanDeviation
  return (value) => (unit === 0 ? 0 : round2((value - median) / unit))
}

/** The number of samples that the overall mean counts for. */
const priorSamples = 5

/** Returns the mean of a few samples, shrunk toward the overall mean: the fewer samples, the closer. */
export const shrunkMean = (sum: number, samples: number, mean: number): number =>
  (sum + priorSamples * mean) / (samples + priorSamples)

export const round2 = (value: number): number => Math.round(value * 100) / 100
