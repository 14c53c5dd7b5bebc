/** One line of a chart. */
export interface Series {
  readonly name: string
  /** Text next to the name in the legend, such as the dates of a period. */
  readonly detail?: string
  readonly values: readonly number[]
  /** True for the line of an earlier period, drawn dashed and behind the current one. */
  readonly isEarlier?: boolean
}

/** Six hues of equal lightness. Dashes distinguish the lines without color. */
const styles = [
  { color: 'var(--series-1)', dash: undefined },
  { color: 'var(--series-2)', dash: '7 4' },
  { color: 'var(--series-3)', dash: '2 4' },
  { color: 'var(--series-4)', dash: '10 3 2 3' },
  { color: 'var(--series-5)', dash: '5 3' },
  { color: 'var(--series-6)', dash: '1 3' },
] as const

const earlier = { color: 'var(--ink-3)', dash: '3 4' } as const

/** Returns the style of the line at a position. */
export const seriesStyle = (
  series: Series,
  at: number,
): { readonly color: string; readonly dash: string | undefined } =>
  series.isEarlier ? earlier : (styles[at % styles.length] ?? styles[0])
