/** A bar behind a number in a table, proportional to the maximum. The number is next to it. */
export function Bar({ value, of, at = 0 }: { readonly value: number; readonly of: number; readonly at?: number }) {
  const share = of <= 0 ? 0 : Math.max(0, Math.min(1, value / of))
  return (
    <span aria-hidden="true" className="block h-2 overflow-hidden rounded-full bg-sunken">
      <span
        className="block h-full rounded-full"
        style={{ inlineSize: `${(share * 100).toFixed(1)}%`, background: `var(--series-${(at % 6) + 1})` }}
      />
    </span>
  )
}
