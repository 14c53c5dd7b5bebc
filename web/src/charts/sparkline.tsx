const width = 96
const height = 28

/** A line chart the size of a word. It repeats the text next to it, so it is hidden from screen readers. */
export function Sparkline({
  values,
  className = '',
}: {
  readonly values: readonly number[]
  readonly className?: string
}) {
  if (values.length < 2) return null
  const low = Math.min(0, ...values)
  const range = Math.max(1, Math.max(...values) - low)
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * width
    return `${x.toFixed(1)} ${(height - 2 - ((value - low) / range) * (height - 4)).toFixed(1)}`
  })
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={`h-7 w-24 ${className}`}
      fill="none"
    >
      <path d={`M0 ${height}L${points.join('L')}L${width} ${height}Z`} fill="var(--series-1)" opacity="0.12" />
      <path
        d={`M${points.join('L')}`}
        stroke="var(--series-1)"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
