/** One line of a chart. */
export interface Series {
  readonly name: string
  /** Text next to the name in the legend, such as the dates of a period. */
  readonly detail?: string
  readonly values: readonly number[]
  /** A color that identifies the line on every page, such as that of its network. */
  readonly color?: string
  /** True for the line of an earlier period, drawn dashed and behind the current one. */
  readonly isEarlier?: boolean
}

const colorCount = 6

const earlier = { color: 'var(--ink-3)', dash: '3 4' } as const

/** Returns the style of the line at a position. Only an earlier period is dashed. */
export const seriesStyle = (
  { isEarlier, color }: Series,
  at: number,
): { readonly color: string; readonly dash: string | undefined } =>
  isEarlier ? earlier : { color: color ?? `var(--series-${(at % colorCount) + 1})`, dash: undefined }
